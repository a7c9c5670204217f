import type { Page, Route } from '@playwright/test';

/** Requests of a page that are not answered yet. */
export class HeldRequests {
  readonly #routes: Route[] = [];
  #isHolding = true;

  /** Holds what the page asks for from now on, if its address matches. */
  static async of(page: Page, address: RegExp): Promise<HeldRequests> {
    const held = new HeldRequests();
    await page.route(address, async (route) => {
      if (held.#isHolding) held.#routes.push(route);
      else await route.continue();
    });
    return held;
  }

  get count(): number {
    return this.#routes.length;
  }

  /** Answers what was asked for, and everything later. */
  async release(): Promise<void> {
    this.#isHolding = false;
    await Promise.all(this.#routes.splice(0).map((route) => route.continue()));
  }

  /** Fails what was asked for, as without a network. Later requests get the network's answer. */
  async disconnect(): Promise<void> {
    this.#isHolding = false;
    await Promise.all(this.#routes.splice(0).map((route) => route.abort('internetdisconnected')));
  }
}
