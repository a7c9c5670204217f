import { ApiError, isApiError } from '@corvane/shared/contracts/api-error';
import type { SessionGrant } from '@corvane/shared/contracts/auth';
import type { ApiClient, Session } from '@corvane/shared/contracts/host-services';
import {
  CUSTOMER_SESSION_KEY,
  readStoredSession,
  SALES_SESSION_KEY,
  type StoredSession,
  writeStoredSession,
} from './session-storage.ts';
import { tokenLifeMs } from './token-life.ts';

/** Interval between checks of the access token. */
const CHECK_INTERVAL_MS = 30_000;
/** Renewed when it has this long or less to live. */
const RENEW_BEFORE_MS = 90_000;
const FIRST_RETRY_MS = 200;
/** Retries of one renewal or restore: 200, 400, 800, 1600 ms. */
const MAX_RETRIES = 4;

export interface SessionStoreOptions {
  /** Sends no access token: signing in and renewing use the cookie alone. */
  api: Pick<ApiClient, 'invoke'>;
  storage: Storage;
  /** Told when a session ended without being signed out: it expired, or was ended elsewhere. */
  onEnded?: (kind: StoredSession['kind']) => void;
  /** Milliseconds since 1970 UTC. */
  now?: () => number;
  sleep?: (ms: number) => Promise<void>;
}

/**
 * Who is signed in, in this tab. The server decides. This store asks it, keeps the short-lived access token in
 * memory, and renews it while it is in use. The storage event keeps tabs in step.
 */
export class SessionStore {
  readonly #options: Required<SessionStoreOptions>;
  readonly #listeners = new Set<() => void>();
  #state: Session = { status: 'restoring' };
  #accessToken: string | null = null;
  /** Life of the access token and its time of arrival, both by this machine's clock, which may be wrong. */
  #accessTokenLifeMs = 0;
  #accessTokenTakenAtMs = 0;
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
  readonly accessToken = async (): Promise<string | null> => {
    if (this.#accessToken !== null && this.#accessTokenLeftMs() <= 0) await this.#renew();
    return this.#accessToken;
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

  /** Renews the access token when it is about to end. */
  async check(): Promise<void> {
    const { status } = this.#state;
    if (status !== 'rep' && status !== 'customer') return;
    if (this.#accessTokenLeftMs() <= RENEW_BEFORE_MS) await this.#renew();
  }

  #accessTokenLeftMs(): number {
    const ageMs = this.#options.now() - this.#accessTokenTakenAtMs;
    // A clock that was set back says nothing about the age: the token is renewed, and counted from then.
    return ageMs < 0 ? 0 : this.#accessTokenLifeMs - ageMs;
  }

  async #restore(): Promise<void> {
    const stored = readStoredSession(this.#options.storage);
    if (stored === null) {
      this.#end();
      return;
    }
    if (isSameSession(this.#state, stored)) return;
    this.#accessToken = null;
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
    const { sessionGrantSchema } = await import('@corvane/shared/contracts/auth');
    const grant = sessionGrantSchema.safeParse(answer);
    if (!grant.success) throw new ApiError('unavailable', 'The server sent an invalid answer');
    return grant.data;
  }

  #apply(grant: SessionGrant): void {
    this.#accessToken = grant.accessToken;
    const { sessionId, sessionExpiresAt, actor } = grant;
    const timestamp = this.#options.now();
    this.#accessTokenLifeMs = tokenLifeMs(grant.accessToken) ?? Date.parse(grant.expiresAt) - timestamp;
    this.#accessTokenTakenAtMs = timestamp;
    if (actor.kind === 'rep') {
      const { rep } = actor;
      writeStoredSession(this.#options.storage, { kind: 'rep', salesRepId: rep.id, sessionId, timestamp });
      this.#set({ status: 'rep', rep, sessionId, sessionExpiresAt });
    } else {
      const { lead } = actor;
      writeStoredSession(this.#options.storage, { kind: 'customer', leadId: lead.id, timestamp });
      this.#set({ status: 'customer', lead, sessionId, sessionExpiresAt });
    }
  }

  #end(): void {
    this.#accessToken = null;
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
  return state.status === 'customer' && state.lead.id === stored.leadId;
}
