import type { Page, Request } from '@playwright/test';

/** Longest wait for a page that does not come to rest. */
const PATIENCE_MS = 5_000;

/** Knows whether a page is still at work: code, data or a part of it is on its way. */
export class PageActivity {
  readonly #page: Page;
  readonly #underWay = new Set<Request>();
  #tellIdle = () => {};

  constructor(page: Page) {
    this.#page = page;
    page.on('request', (request) => {
      // Nothing of the page waits for what it tells the server in passing.
      if (request.resourceType() !== 'ping') this.#underWay.add(request);
    });
    const end = (request: Request) => {
      this.#underWay.delete(request);
      if (this.#underWay.size === 0) this.#tellIdle();
    };
    page.on('requestfinished', end);
    page.on('requestfailed', end);
  }

  /** Waits until nothing is requested or shown as loading, two frames in a row. */
  async settle(): Promise<void> {
    const endsAt = Date.now() + PATIENCE_MS;
    do {
      await this.#idle(endsAt - Date.now());
      await this.#page.evaluate(twoCalmFrames, endsAt - Date.now());
    } while (this.#underWay.size > 0 && Date.now() < endsAt);
  }

  async #idle(patienceMs: number): Promise<void> {
    if (this.#underWay.size === 0) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#tellIdle = resolve;
      timer = setTimeout(resolve, patienceMs);
    });
    clearTimeout(timer);
  }
}

/** Runs in the page. */
async function twoCalmFrames(patienceMs: number): Promise<void> {
  const endsAt = performance.now() + patienceMs;
  for (let calm = 0; calm < 2 && performance.now() < endsAt; ) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    calm = document.querySelector('#main [aria-busy="true"], [role="dialog"] [aria-busy="true"]')
      ? 0
      : calm + 1;
  }
}
