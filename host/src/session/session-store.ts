import { isApiError } from '@corvane/shared/contracts/remote/api-error';
import type { ApiClient } from '@corvane/shared/contracts/remote/host-services';
import type { EndedAccess, Session } from '@corvane/shared/contracts/remote/session';
import type { ReadGrant } from './read-grant.ts';
import {
  CUSTOMER_SESSION_KEY,
  readStoredSession,
  SALES_SESSION_KEY,
  type StoredSession,
  writeStoredSession,
} from './session-storage.ts';

/** How often the session token is looked at. */
const CHECK_INTERVAL_MS = 30_000;
/** Renewed when it has this long or less to live. */
const RENEW_BEFORE_MS = 90_000;
const FIRST_RETRY_MS = 200;
/** Retries of one renewal: 200, 400, 800, 1600 ms. After as many of a restore, a person is told, and can ask at once. */
const MAX_RETRIES = 4;
const CLOCK_DOUBT_MS = 2_000;
/** Longest pause of a restore, which goes on trying. */
const MAX_PAUSE_MS = 30_000;

export interface SessionStoreOptions {
  /** Sends no session token of its own: signing in and renewing go by the cookie alone. */
  api: Pick<ApiClient, 'invoke'>;
  storage: Storage;
  /** Told when a session ended without being signed out: it expired, or was ended elsewhere. */
  onEnded?: (kind: StoredSession['kind']) => void;
  /** Milliseconds since 1970 UTC. */
  now?: () => number;
  sleep?: (ms: number) => Promise<void>;
}

/**
 * Who is signed in, in this tab. The server decides: this store only asks it, keeps the short-lived session token
 * in memory, and renews it while it is in use. Tabs keep in step through the storage event.
 */
export class SessionStore {
  readonly #options: Required<SessionStoreOptions>;
  readonly #listeners = new Set<() => void>();
  #state: Session = { status: 'restoring' };
  #sessionToken: string | null = null;
  /** How long the session token lives, and when it was taken, both by this machine's clock, which may be wrong. */
  #sessionTokenLifeMs = 0;
  #sessionTokenTakenAtMs = 0;
  #clockAheadMs = 0;
  #renewing: Promise<void> | null = null;
  /** Ends the pause before the next try. */
  #tryNow = () => {};

  constructor(options: SessionStoreOptions) {
    this.#options = {
      onEnded: () => {},
      now: Date.now,
      sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      ...options,
    };
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getSnapshot = (): Session => this.#state;

  /** The page as the server rendered it knows of no session yet. */
  readonly getServerSnapshot = (): Session => RESTORING;

  /** The token to send, null for an anonymous caller. One that has ended (a tab that slept) is renewed first. */
  readonly sessionToken = async (): Promise<string | null> => {
    if (this.#sessionToken !== null && this.#sessionTokenLeftMs() <= 0) await this.#renew();
    return this.#sessionToken;
  };

  /** Restores a stored session and starts to keep it alive. Returns what undoes it. */
  start(target: Window): () => void {
    void this.#restore();
    const timer = target.setInterval(() => void this.check(), CHECK_INTERVAL_MS);
    const wake = () => {
      if (target.document.visibilityState !== 'visible') return;
      this.#tryNow();
      void this.check();
    };
    const follow = (event: StorageEvent) => {
      const isOurs = event.key === SALES_SESSION_KEY || event.key === CUSTOMER_SESSION_KEY;
      if (isOurs || event.key === null) void this.#restore();
    };
    target.document.addEventListener('visibilitychange', wake);
    target.addEventListener('online', wake);
    target.addEventListener('storage', follow);
    return () => {
      target.clearInterval(timer);
      target.document.removeEventListener('visibilitychange', wake);
      target.removeEventListener('online', wake);
      target.removeEventListener('storage', follow);
    };
  }

  /** @throws ApiError as the function answered; the state is unchanged then. */
  async signInRep(salesId: string): Promise<void> {
    this.#apply(await this.#grant('sign-in-rep', { salesId }));
  }

  /** @throws ApiError as the function answered; the state is unchanged then. */
  async signInCustomer(token: string): Promise<void> {
    this.#apply(await this.#grant('sign-in-customer', { token }));
  }

  /** Ends the session here at once, and on the server as soon as it answers. */
  async signOut(): Promise<void> {
    const request = this.#options.api.invoke('sign-out', {});
    this.#end();
    await request;
  }

  /** Renews the session token when it is about to end. */
  async check(): Promise<void> {
    if (this.#isLive() && this.#sessionTokenLeftMs() <= RENEW_BEFORE_MS) await this.#renew();
  }

  /** Asks the server whether the session is still live. */
  readonly recheck = async (): Promise<void> => {
    if (this.#isLive()) await this.#renew();
  };

  #isLive(): boolean {
    return this.#state.status === 'rep' || this.#state.status === 'customer';
  }

  #sessionTokenLeftMs(): number {
    const ageMs = this.#options.now() - this.#sessionTokenTakenAtMs;
    // A clock that was set back says nothing about the age: the token is renewed, and counted from then.
    return ageMs < 0 ? 0 : this.#sessionTokenLifeMs - ageMs;
  }

  async #restore(): Promise<void> {
    const stored = readStoredSession(this.#options.storage);
    if (stored === null) {
      this.#end();
      return;
    }
    if (isSameSession(this.#state, stored)) return;
    this.#sessionToken = null;
    this.#set(RESTORING);
    await this.#renew();
  }

  /** One renewal at a time. All other callers wait for it. */
  #renew(): Promise<void> {
    this.#renewing ??= this.#renewWithRetries().finally(() => {
      this.#renewing = null;
    });
    return this.#renewing;
  }

  async #renewWithRetries(): Promise<void> {
    for (let retry = 0; ; retry += 1) {
      try {
        this.#apply(await this.#grant('renew-session', {}));
        return;
      } catch (error) {
        if (isApiError(error) && (error.code === 'unauthenticated' || error.code === 'forbidden')) {
          const ended = readStoredSession(this.#options.storage);
          this.#end(endedAccessOf(this.#state, this.#serverNowMs()));
          if (ended !== null) this.#options.onEnded(ended.kind);
          return;
        }
        const isRestoring = this.#state.status === 'restoring';
        // The session may still be live, so its note stays for the next check.
        if (retry >= MAX_RETRIES && !isRestoring) return;
        if (retry === MAX_RETRIES) this.#set({ status: 'restoring', retry: () => this.#tryNow() });
        await this.#pause(Math.min(FIRST_RETRY_MS * 2 ** retry, MAX_PAUSE_MS));
        // Meanwhile somebody may have signed in here, or out in another tab.
        if (isRestoring && this.#state.status !== 'restoring') return;
      }
    }
  }

  async #pause(ms: number): Promise<void> {
    const asked = new Promise<void>((resolve) => {
      this.#tryNow = resolve;
    });
    await Promise.race([this.#options.sleep(ms), asked]);
    this.#tryNow = () => {};
  }

  #serverNowMs(): number {
    return this.#options.now() + this.#clockAheadMs;
  }

  async #grant(name: string, body: unknown): Promise<ReadGrant> {
    const answer = await this.#options.api.invoke(name, body);
    const { readGrant } = await import('./read-grant.ts');
    return readGrant(answer);
  }

  #apply({ sessionToken, expiresAt, times, sessionId, sessionExpiresAt, actor }: ReadGrant): void {
    this.#sessionToken = sessionToken;
    const timestamp = this.#options.now();
    this.#sessionTokenLifeMs = times?.lifeMs ?? Date.parse(expiresAt) - timestamp;
    this.#sessionTokenTakenAtMs = timestamp;
    this.#clockAheadMs = times === null ? 0 : times.issuedAtMs - timestamp;
    if (actor.kind === 'rep') {
      const { rep } = actor;
      writeStoredSession(this.#options.storage, { kind: 'rep', salesRepId: rep.id, sessionId, timestamp });
      this.#set({ status: 'rep', rep, sessionId, sessionExpiresAt });
    } else {
      const { customer } = actor;
      writeStoredSession(this.#options.storage, { kind: 'customer', customerId: customer.id, timestamp });
      const clockAheadMs = this.#clockAheadMs;
      this.#set({ status: 'customer', customer, sessionId, sessionExpiresAt, clockAheadMs });
    }
  }

  #end(endedAccess?: EndedAccess): void {
    this.#sessionToken = null;
    writeStoredSession(this.#options.storage, null);
    this.#set(endedAccess === undefined ? ANONYMOUS : { status: 'anonymous', endedAccess });
  }

  #set(state: Session): void {
    if (this.#state === state) return;
    this.#state = state;
    this.#tryNow();
    for (const listener of this.#listeners) listener();
  }
}

const ANONYMOUS: Session = { status: 'anonymous' };
const RESTORING: Session = { status: 'restoring' };

/** What a customer whose session was found ended is told; undefined for everybody else. */
function endedAccessOf(session: Session, serverNowMs: number): EndedAccess | undefined {
  if (session.status !== 'customer') return undefined;
  const { customer, sessionExpiresAt } = session;
  // A token's times are in whole seconds, so the server's clock is known no better.
  const isOver = Date.parse(sessionExpiresAt) - serverNowMs < CLOCK_DOUBT_MS;
  const { repName, repEmail } = customer;
  return { endedAt: isOver ? sessionExpiresAt : null, repName, repEmail };
}

function isSameSession(state: Session, stored: StoredSession): boolean {
  if (stored.kind === 'rep') return state.status === 'rep' && state.sessionId === stored.sessionId;
  return state.status === 'customer' && state.customer.id === stored.customerId;
}
