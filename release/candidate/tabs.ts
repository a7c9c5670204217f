import type { BrowserContext, Page } from '@playwright/test';

/** What a look at a page listens to. */
const LISTENED = ['console', 'pageerror', 'request', 'requestfailed', 'requestfinished', 'response'];

/**
 * The tabs of one visitor. A tab that is free opens the next page: a new one would start a process, and that would read
 * every script again.
 */
export class Tabs {
  readonly #context: BrowserContext;
  readonly #free: Page[] = [];

  constructor(context: BrowserContext) {
    this.#context = context;
  }

  async use<T>(look: (page: Page) => Promise<T>): Promise<T> {
    const page = this.#free.pop() ?? (await this.#context.newPage());
    try {
      return await look(page);
    } finally {
      for (const event of LISTENED) page.removeAllListeners(event);
      this.#free.push(page);
    }
  }
}
