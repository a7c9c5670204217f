import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sessionGrantSchema } from '../../../shared/src/contracts/backend/sign-in/auth.ts';
import { type Answer, Visitor } from './visitor.ts';

/** What visitors met while something was broken. */
interface Seen {
  requests: number;
  /** No answer, or one that says that the site cannot answer. */
  failed: number;
  /** Of the requests: calls of the API, and of those the failed ones. */
  calls: number;
  failedCalls: number;
  /** Requests that browsers asked again by themselves: people noticed nothing. */
  repeated: number;
  longestMs: number;
  /** What waited so long. */
  longestOf: string;
  /** Contact requests that the site acknowledged, and of those that the database does not have. */
  acknowledged: number;
  lost: number;
  /** Signed-in people whom the site asked to sign in again. */
  signedOut: number;
  /** What failed, by kind: `contact form 503` -> 3 */
  failures: Record<string, number>;
}

const PAGES = ['/', '/pricing', '/about', '/contact', '/comparison'];
const READERS = 8;
const READ_EVERY_MS = 150;
const SIGNED_IN_EVERY_MS = 300;
const SEND_EVERY_MS = 700;

interface LoadOptions {
  /** Where it is, and the certificate of who vouches for its own. */
  site: { origin: string; port: number; addresses: readonly string[]; authority: string };
  /** Of each person, counted from 1. */
  ownAddress(person: number): string;
  publishableKey(): string;
  salesId: string;
  /** How many of these contact requests the database has. */
  countStored(ids: readonly string[]): Promise<number>;
}

/** Visitors who read pages, send contact forms and see prices as representatives, until they are told to leave. */
export class Load {
  readonly #options: LoadOptions;
  readonly #running: Promise<void>[] = [];
  readonly #stopping = new AbortController();
  readonly #acknowledged: string[] = [];
  readonly seen: Seen = {
    requests: 0,
    failed: 0,
    calls: 0,
    failedCalls: 0,
    repeated: 0,
    longestMs: 0,
    longestOf: '',
    acknowledged: 0,
    lost: 0,
    signedOut: 0,
    failures: {},
  };
  static #people = 0;
  /** Counts what makes open tabs begin again. */
  #renewals = 0;
  #reloads = 0;

  constructor(options: LoadOptions) {
    this.#options = options;
  }

  /** Resolves once everybody has been served once. */
  async start(): Promise<void> {
    const ready: Promise<void>[] = [];
    const run = (person: (isServed: () => void) => Promise<void>) => {
      ready.push(
        new Promise((resolve, reject) => {
          this.#running.push(person(resolve).catch(reject));
        }),
      );
    };
    for (let reader = 0; reader < READERS; reader += 1) run((isServed) => this.#read(reader, isServed));
    for (const first of [0, 1]) run((isServed) => this.#stayOnPrices(first, isServed));
    run((isServed) => this.#sendForms(isServed));
    await Promise.all(ready);
  }

  /** @returns what they saw, after everybody got the answer that they waited for */
  async stop(): Promise<Seen> {
    this.#stopping.abort();
    await Promise.all(this.#running);
    this.seen.acknowledged = this.#acknowledged.length;
    this.seen.lost = this.#acknowledged.length - (await this.#options.countStored(this.#acknowledged));
    return this.seen;
  }

  /** Every signed-in page renews its token, as it does before the token ends. */
  renewTokens(): Promise<void> {
    this.#renewals += 1;
    return this.#aTurn();
  }

  /** Every tab is opened again: it has the key of the live pages then. */
  reloadTabs(): Promise<void> {
    this.#reloads += 1;
    return this.#aTurn();
  }

  /** Long enough for everybody to have noticed. */
  #aTurn(): Promise<void> {
    return pause(8 * SIGNED_IN_EVERY_MS);
  }

  /** Everybody has an address of their own, as people at home have. */
  #visitor(first: number): Visitor {
    Load.#people += 1;
    return new Visitor(
      {
        ...this.#options.site,
        ownAddress: this.#options.ownAddress(Load.#people),
        onRepeat: () => {
          this.seen.repeated += 1;
        },
      },
      first,
    );
  }

  async #read(first: number, isServed: () => void): Promise<void> {
    const visitor = this.#visitor(first);
    for (let turn = first; !this.#stopping.signal.aborted; turn += 1) {
      const answer = await this.#timed('page', () => visitor.get(PAGES[turn % PAGES.length] ?? '/'));
      if (answer?.status === 200) isServed();
      // A new tab now and then.
      if (turn % 20 === 19) visitor.close();
      await pause(READ_EVERY_MS);
    }
    visitor.close();
  }

  async #sendForms(isServed: () => void): Promise<void> {
    for (let turn = 0; !this.#stopping.signal.aborted; turn += 1) {
      const visitor = this.#visitor(turn);
      const id = randomUUID();
      const form = {
        id,
        name: 'Grace Hopper',
        email: `${id}@visitor.example`,
        company: 'Navy',
        formOpenedMs: 9_000,
      };
      // Who is told that it failed presses the button again: the same form with the same id.
      for (let press = 0; press < 20; press += 1) {
        const answer = await this.#timed('contact form', () =>
          visitor.post('/functions/v1/submit-contact', form, { apikey: this.#options.publishableKey() }),
        );
        if (answer?.status === 200) {
          this.#acknowledged.push(id);
          isServed();
          break;
        }
        await pause(SEND_EVERY_MS);
      }
      visitor.close();
      await pause(SEND_EVERY_MS);
    }
  }

  /** A representative signs in, looks at prices, and is asked to sign in again only if the session has ended. */
  async #stayOnPrices(first: number, isServed: () => void): Promise<void> {
    const visitor = this.#visitor(first);
    // An open tab keeps the key of its page.
    let apikey = this.#options.publishableKey();
    const signedIn = await visitor.post(
      '/functions/v1/sign-in-rep',
      { salesId: this.#options.salesId },
      { apikey },
    );
    let token = tokenOf(signedIn);
    const cookie = (signedIn.cookies[0] ?? '').split(';')[0] ?? '';
    let [renewals, reloads] = [this.#renewals, this.#reloads];
    while (!this.#stopping.signal.aborted) {
      const headers = { apikey, authorization: `Bearer ${token}` };
      const answer = await this.#timed('prices', () =>
        visitor.post('/rest/v1/rpc/get_plan_prices', {}, headers),
      );
      if (answer?.status === 200 && answer.body.length > 10) isServed();
      if (answer?.status === 401 || renewals !== this.#renewals || reloads !== this.#reloads) {
        if (reloads !== this.#reloads) apikey = this.#options.publishableKey();
        [renewals, reloads] = [this.#renewals, this.#reloads];
        const renewed = await this.#timed('renewal', () =>
          visitor.post('/functions/v1/renew-session', {}, { apikey, cookie }),
        );
        if (renewed?.status === 200) token = tokenOf(renewed);
        if (renewed?.status === 401) {
          this.seen.signedOut += 1;
          break;
        }
      }
      await pause(SIGNED_IN_EVERY_MS);
    }
    visitor.close();
  }

  /** @returns null when no answer came */
  async #timed(kind: string, ask: () => Promise<Answer>): Promise<Answer | null> {
    const startedAt = performance.now();
    const answer = await ask().catch(() => null);
    const waitedMs = Math.round(performance.now() - startedAt);
    const isCall = kind !== 'page';
    this.seen.requests += 1;
    if (isCall) this.seen.calls += 1;
    if (waitedMs > this.seen.longestMs) {
      this.seen.longestMs = waitedMs;
      this.seen.longestOf = kind;
    }
    if (answer === null || answer.status >= 400) {
      const what = `${kind} ${answer === null ? 'without an answer' : answer.status}`;
      this.seen.failed += 1;
      if (isCall) this.seen.failedCalls += 1;
      this.seen.failures[what] = (this.seen.failures[what] ?? 0) + 1;
    }
    return answer;
  }
}

function tokenOf({ status, body }: Answer): string {
  if (status !== 200) throw new Error(`Signing in answered ${status}: ${body}`);
  return sessionGrantSchema.parse(JSON.parse(body)).sessionToken;
}
