import type { CDPSession, Page } from '@playwright/test';
import { BY_TEST } from '../faults/api-faults.ts';

/** A call of the page that the browser has stopped. */
export interface StoppedCall {
  id: string;
  url: string;
  method: string;
  headers: Record<string, string>;
  body: string | undefined;
}

interface Rule {
  url: RegExp;
  which(call: StoppedCall): boolean;
  meet(call: StoppedCall): Promise<unknown>;
}

/**
 * The calls of one page that the test answers instead of the server. Playwright's routes stop every request of a page
 * and disable the browser's cache. Here the browser stops only the calls in a rule, so a page opens as fast as
 * without rules.
 */
export class StoppedCalls {
  readonly #session: CDPSession;
  readonly #patterns: string[] = [];
  readonly #rules: Rule[] = [];
  #held: string[] = [];

  private constructor(session: CDPSession) {
    this.#session = session;
    session.on('Fetch.requestPaused', ({ requestId, request }) => {
      const { url, method, headers, postData } = request;
      void this.#meet({ id: requestId, url, method, headers, body: postData });
    });
  }

  static async of(page: Page): Promise<StoppedCalls> {
    await page.addInitScript(neverGiveUp);
    return new StoppedCalls(await page.context().newCDPSession(page));
  }

  /** The newest matching rule handles a call. @param pattern its address, with `*` for any text */
  async add(pattern: string, rule: Omit<Rule, 'url'>): Promise<void> {
    const texts = pattern.split(/\*+/).map((text) => text.replaceAll(/[.?+^$()[\]{}|\\]/g, '\\$&'));
    this.#rules.unshift({ url: new RegExp(`^${texts.join('.*')}$`), ...rule });
    this.#patterns.push(pattern);
    await this.#session.send('Fetch.enable', {
      patterns: this.#patterns.map((urlPattern) => ({ urlPattern })),
    });
  }

  /** The page keeps waiting until `clear`. */
  hold({ id }: StoppedCall): void {
    this.#held.push(id);
  }

  fulfill({ id }: StoppedCall, status: number, json: unknown): Promise<unknown> {
    return this.#session.send('Fetch.fulfillRequest', {
      requestId: id,
      responseCode: status,
      responseHeaders: Object.entries({ 'content-type': 'application/json', ...BY_TEST }).map(
        ([name, value]) => ({ name, value }),
      ),
      body: Buffer.from(JSON.stringify(json)).toString('base64'),
    });
  }

  abort({ id }: Pick<StoppedCall, 'id'>): Promise<unknown> {
    return this.#session.send('Fetch.failRequest', { requestId: id, errorReason: 'ConnectionRefused' });
  }

  /** Aborts held calls and forgets all rules. */
  async clear(): Promise<void> {
    // Otherwise the browser would send them once their rule is gone.
    for (const id of this.#held.splice(0)) {
      await this.abort({ id }).catch(() => {
        // The page itself has aborted it.
      });
    }
    this.#rules.length = 0;
    this.#patterns.length = 0;
    await this.#session.send('Fetch.disable');
    // The page would not request a cached script again, and no rule would see it.
    for (const cacheDisabled of [true, false])
      await this.#session.send('Network.setCacheDisabled', { cacheDisabled });
  }

  async #meet(call: StoppedCall): Promise<void> {
    const rule = this.#rules.find(({ url, which }) => url.test(call.url) && which(call));
    try {
      await (rule ? rule.meet(call) : this.#session.send('Fetch.continueRequest', { requestId: call.id }));
    } catch {
      // The page has given up the call, or has navigated by now.
    }
  }
}

/** Runs in a page: the client does not give up a call after its ten seconds, however long a test looks at the page. */
function neverGiveUp(): void {
  const { setTimeout } = window;
  const clientsLimitMs = 10_000;
  const neverMs = 2 ** 31 - 1;
  window.setTimeout = ((run: TimerHandler, delayMs?: number, ...args: unknown[]) =>
    setTimeout(run, delayMs === clientsLimitMs ? neverMs : delayMs, ...args)) as typeof window.setTimeout;
}
