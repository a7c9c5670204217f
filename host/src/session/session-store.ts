import type { SessionGrant } from '@corvane/shared/contracts/backend/auth';
import { ApiError, isApiError } from '@corvane/shared/contracts/remote/api-error';
import type { ApiClient } from '@corvane/shared/contracts/remote/host-services';
import type { Session } from '@corvane/shared/contracts/remote/session';
import {
  CUSTOMER_SESSION_KEY,
  readStoredSession,
  SALES_SESSION_KEY,
  type StoredSession,
  writeStoredSession,
} from './session-storage.ts';
import { tokenLifeMs } from './token-life.ts';

/** How often the session token is looked at. */
const CHECK_INTERVAL_MS = 30_000;
/** Renewed when it has this long or less to live. */
const RENEW_BEFORE_MS = 90_000;
const FIRST_RETRY_MS = 200;
/** Retries of one renewal or restore: 200, 400, 800, 1600 ms. */
const MAX_RETRIES = 4;

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
  #renewing: Promise<void> | null = null;

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
      if (target.document.visibilityState === 'visible') void this.check();
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
    const { status } = this.#state;
    if (status !== 'rep' && status !== 'customer') return;
    if (this.#sessionTokenLeftMs() <= RENEW_BEFORE_MS) await this.#renew();
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
          this.#end();
          if (ended !== null) this.#options.onEnded(ended.kind);
          return;
        }
        if (retry >= MAX_RETRIES) {
          // The session may still be live, so its note stays for the next check or page load.
          if (this.#state.status === 'restoring') this.#set(ANONYMOUS);
          return;
        }
        await this.#options.sleep(FIRST_RETRY_MS * 2 ** retry);
      }
    }
  }

  async #grant(name: string, body: unknown): Promise<SessionGrant> {
    const answer = await this.#options.api.invoke(name, body);
    // The schema comes with the API client's own chunk, not with every page.
    const { sessionGrantSchema } = await import('@corvane/shared/contracts/backend/auth');
    const grant = sessionGrantSchema.safeParse(answer);
    if (!grant.success) throw new ApiError('unavailable', 'The server sent an invalid answer');
    return grant.data;
  }

  #apply(grant: SessionGrant): void {
    this.#sessionToken = grant.sessionToken;
    const { sessionId, sessionExpiresAt, actor } = grant;
    const timestamp = this.#options.now();
    this.#sessionTokenLifeMs = tokenLifeMs(grant.sessionToken) ?? Date.parse(grant.expiresAt) - timestamp;
    this.#sessionTokenTakenAtMs = timestamp;
    if (actor.kind === 'rep') {
      const { rep } = actor;
      writeStoredSession(this.#options.storage, { kind: 'rep', salesRepId: rep.id, sessionId, timestamp });
      this.#set({ status: 'rep', rep, sessionId, sessionExpiresAt });
    } else {
      const { customer } = actor;
      writeStoredSession(this.#options.storage, { kind: 'customer', customerId: customer.id, timestamp });
      this.#set({ status: 'customer', customer, sessionId, sessionExpiresAt });
    }
  }

  #end(): void {
    this.#sessionToken = null;
    writeStoredSession(this.#options.storage, null);
    this.#set(ANONYMOUS);
  }

  #set(state: Session): void {
    if (this.#state === state) return;
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

const ANONYMOUS: Session = { status: 'anonymous' };
const RESTORING: Session = { status: 'restoring' };

function isSameSession(state: Session, stored: StoredSession): boolean {
  if (stored.kind === 'rep') return state.status === 'rep' && state.sessionId === stored.sessionId;
  return state.status === 'customer' && state.customer.id === stored.customerId;
}
