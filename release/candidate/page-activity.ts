import type { Page, Request } from '@playwright/test';

/** Longest wait for a page that does not come to rest. */
const PATIENCE_MS = 5_000;

/** Knows whether a page is still loading code, data or a part of itself. */
export class PageActivity {
  readonly #page: Page;
  readonly #underWay = new Set<Request>();
  #begun = 0;
  #tellIdle = () => {};

  constructor(page: Page) {
    this.#page = page;
    page.on('request', (request) => {
      // The page does not wait for its reports to the server.
      if (request.resourceType() === 'ping') return;
      this.#underWay.add(request);
      this.#begun += 1;
    });
    const end = (request: Request) => {
      this.#underWay.delete(request);
      if (this.#underWay.size === 0) this.#tellIdle();
    };
    page.on('requestfinished', end);
    page.on('requestfailed', end);
  }

  /** Waits until no request is running, the session is known and nothing is shown as loading, for two idle frames. */
  async settle(): Promise<void> {
    const endsAt = Date.now() + PATIENCE_MS;
    let begun: number;
    do {
      await this.#idle(endsAt - Date.now());
      begun = this.#begun;
      await this.#page.evaluate(twoCalmFrames, endsAt - Date.now());
      // One script may have asked for the next.
    } while (this.#begun !== begun && Date.now() < endsAt);
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

/** Runs in the page. The host asks for the session only after it has taken over the page. */
async function twoCalmFrames(patienceMs: number): Promise<void> {
  const endsAt = performance.now() + patienceMs;
  for (let calm = 0; calm < 2 && performance.now() < endsAt; ) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    // Between two slices of what React draws, nothing is idle.
    await new Promise((resolve) =>
      requestIdleCallback(resolve, { timeout: Math.max(1, endsAt - performance.now()) }),
    );
    const unfinished = 'html[data-session="restoring"], :is(#main, [role="dialog"]) [aria-busy="true"]';
    calm = document.querySelector(unfinished) ? 0 : calm + 1;
  }
}
