import type { Api, Sent } from '@corvane/shared/contracts/backend/ask';
import { ApiError, isApiError } from '@corvane/shared/contracts/remote/api-error';
import type { CallOptions } from '@corvane/shared/contracts/remote/host-services';
import type { Session } from '@corvane/shared/contracts/remote/session';
import type { PlainStorage } from '@corvane/shared/lib/storage-of';
import { loadBackendCode } from '../api/load-backend-code.ts';
import type { ReadGrant } from '../api/read-grant.ts';
import { HeldToken } from './held-token.ts';
import { endedAccessOf, type LastAccess, readLastAccess, writeLastAccess } from './last-access.ts';
import { PendingSignOut, SIGN_OUT_PENDING_KEY } from './pending-sign-out.ts';
import {
  CUSTOMER_SESSION_KEY,
  isSameNote,
  readStoredSession,
  SALES_SESSION_KEY,
  type StoredSession,
  writeStoredSession,
} from './session-storage.ts';

/** How often the session token is checked. */
const CHECK_INTERVAL_MS = 30_000;
/** The token is renewed when it has this long or less to live. */
const RENEW_BEFORE_MS = 90_000;
const FIRST_RETRY_MS = 200;
/** If the first answer to a restore takes longer than this, the waiting person sees a message. */
const FIRST_ANSWER_MS = 4_000;
/**
 * Pauses between the attempts of one renewal: 200, 400, 800, 1600 ms. If as many attempts of a restore fail, the
 * person is told and can retry at once.
 */
const MAX_RETRIES = 4;
/** Longest pause between the attempts of a restore. They continue until the server answers. */
const MAX_PAUSE_MS = 30_000;

/** What a sign-in says of this browser, for times in mails. */
const ownZone = () => ({ timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone });

/** The calls that answer with a grant. */
type GrantCall = 'sign-in-rep' | 'sign-in-customer' | 'renew-session';

interface SessionStoreOptions {
  /** Sends no session token: signing in and renewing use only the cookie. */
  api: Pick<Api, 'invoke'>;
  storage: PlainStorage;
  /** Milliseconds since 1970 UTC. */
  now?: () => number;
  sleep?: (ms: number) => Promise<void>;
}

/**
 * Who is signed in, in this tab. The server decides: this store only asks it, holds the short-lived session token in
 * memory, and renews it while it is in use. Tabs follow each other through the storage event.
 */
export class SessionStore {
  readonly #options: Required<SessionStoreOptions>;
  readonly #pendingSignOut: PendingSignOut;
  readonly #listeners = new Set<() => void>();
  #state: Session = { status: 'restoring' };
  #token: HeldToken | null = null;
  #calls = new AbortController();
  #lastAccess: LastAccess | null = null;
  /** Counts sign-ins and endings in this tab. An answer to a request from before the latest one is out of date. */
  #turns = 0;
  #renewing: Promise<void> | null = null;
  /** Ends the pause before the next retry. */
  #tryNow = () => {};

  constructor(options: SessionStoreOptions) {
    this.#options = {
      now: Date.now,
      sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      ...options,
    };
    this.#pendingSignOut = new PendingSignOut(options.api, options.storage);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly getSnapshot = (): Session => this.#state;

  /**
   * What a page begins with. The prerendered page knows of no session yet. It looks the same when no person can be
   * signed in here. Then nothing needs to be drawn again.
   */
  readonly getFirstSnapshot = (): Session => (this.#state === ANONYMOUS ? ANONYMOUS : RESTORING);

  /**
   * The token to send, null for an anonymous caller. A token that expired, for example while the tab slept, is
   * renewed first.
   */
  readonly sessionToken = async (): Promise<string | null> => {
    if (this.#token !== null && this.#tokenLeftMs() <= 0) await this.#renew();
    return this.#token?.value ?? null;
  };

  /** Aborted when this session ends. */
  readonly sessionSignal = (): AbortSignal => this.#calls.signal;

  /** Restores a stored session and starts to renew it. @returns a function that stops both */
  start(target: Window): () => void {
    void this.#restore();
    void this.#pendingSignOut.repeat();
    const timer = target.setInterval(() => void this.check(), CHECK_INTERVAL_MS);
    const wake = () => {
      if (target.document.visibilityState !== 'visible') return;
      this.#tryNow();
      void this.check();
    };
    const follow = ({ key, newValue }: StorageEvent) => {
      // A tab that slept hears of a logout too late to find its mark.
      const isLogout = key === SIGN_OUT_PENDING_KEY && newValue !== null;
      const isOurs = key === SALES_SESSION_KEY || key === CUSTOMER_SESSION_KEY || key === null;
      if (isOurs || isLogout) void this.#restore(isLogout);
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

  /** @throws the function's ApiError. The state is then unchanged. */
  async signInRep(salesId: string): Promise<void> {
    await this.#signIn('sign-in-rep', { salesId, ...ownZone() });
  }

  /** @throws the function's ApiError. The state is then unchanged. */
  async signInCustomer(token: string): Promise<void> {
    await this.#signIn('sign-in-customer', { token, ...ownZone() });
  }

  /** Ends the session here at once, and on the server as soon as it answers. */
  async signOut(): Promise<void> {
    // Another tab must find nothing to remember when it hears of the logout.
    this.#keepLastAccess(null);
    const request = this.#pendingSignOut.send();
    this.#end();
    await request;
  }

  /** From now on this browser remembers no customer. */
  forgetLastAccess(): void {
    this.#keepLastAccess(null);
    if (this.#state.status === 'anonymous') this.#set(ANONYMOUS);
  }

  /** Renews the session token when it is about to end. Once the session is over, no price is shown until the server answers. */
  async check(): Promise<void> {
    void this.#pendingSignOut.repeat();
    if (!this.#isLive() || this.#tokenLeftMs() > RENEW_BEFORE_MS) return;
    if (this.#isSessionOver()) this.#set(RESTORING);
    await this.#renew();
  }

  /** Asks the server whether the session is still live. */
  readonly recheck = async (): Promise<void> => {
    if (this.#isLive()) await this.#renew();
  };

  #isLive(): boolean {
    const { status } = this.#state;
    return status === 'rep' || status === 'customer';
  }

  /** By the server's clock. */
  #isSessionOver(): boolean {
    if (!('sessionExpiresAt' in this.#state)) return false;
    const serverNowMs = this.#options.now() + (this.#token?.clockAheadMs ?? 0);
    return Date.parse(this.#state.sessionExpiresAt) <= serverNowMs;
  }

  #tokenLeftMs(): number {
    return this.#token?.leftMs(this.#options.now()) ?? 0;
  }

  async #restore(isLogout = false): Promise<void> {
    if (this.#takeOver(isLogout)) await this.#renew();
  }

  /** Until a logout has its answer, the server would still renew that session, so there is none to restore. */
  #storedSession(): StoredSession | null {
    return this.#pendingSignOut.isPending ? null : readStoredSession(this.#options.storage);
  }

  /**
   * Adopts the session in this browser's storage. If there is none, the session of this tab is over too.
   * @param isLogout whether the person logged out in another tab
   * @returns whether there is one to check with the server
   */
  #takeOver(isLogout = false): boolean {
    this.#lastAccess = readLastAccess(this.#options.storage, this.#options.now());
    const stored = this.#storedSession();
    if (stored === null) {
      const isSignedOut = isLogout || this.#pendingSignOut.isPending;
      if (this.#state.status !== 'anonymous') this.#end(isSignedOut ? undefined : this.#token?.kind);
      return false;
    }
    if (isSameSession(this.#state, stored)) return false;
    this.#turns += 1;
    this.#dropToken();
    this.#set(RESTORING);
    return true;
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
      const turn = this.#turns;
      const stored = this.#storedSession();
      const askedAtMs = this.#options.now();
      const answer = await this.#askForRenewal(retry === 0 ? { timeoutMs: FIRST_ANSWER_MS } : {});
      // Another tab may have signed in or out meanwhile, and its storage event may not have arrived yet.
      if (!isSameNote(stored, this.#storedSession())) this.#takeOver();
      if (turn !== this.#turns) {
        if (this.#state.status !== 'restoring') return;
        retry = -1;
        continue;
      }
      if (answer === 'refused') return this.#end(this.#token?.kind ?? stored?.kind);
      if (answer !== 'unanswered') return this.#apply(answer);
      // The session may still be live, so keep its note for the next check.
      if (retry >= MAX_RETRIES && this.#isLive()) return;
      const isSlow = this.#options.now() - askedAtMs >= FIRST_ANSWER_MS;
      if ((retry === MAX_RETRIES || isSlow) && !this.#isLive()) {
        this.#set({ status: 'restoring', retry: () => this.#tryNow() });
      }
      await this.#pause(Math.min(FIRST_RETRY_MS * 2 ** retry, MAX_PAUSE_MS));
      // Meanwhile someone may have signed in here, or signed out in another tab.
      if (turn !== this.#turns && this.#state.status !== 'restoring') return;
    }
  }

  async #askForRenewal(options: CallOptions): Promise<ReadGrant | 'refused' | 'unanswered'> {
    try {
      return await this.#grant('renew-session', {}, options);
    } catch (error) {
      const isRefused = isApiError(error) && (error.code === 'unauthenticated' || error.code === 'forbidden');
      return isRefused ? 'refused' : 'unanswered';
    }
  }

  async #pause(ms: number): Promise<void> {
    const asked = new Promise<void>((resolve) => {
      this.#tryNow = resolve;
    });
    await Promise.race([this.#options.sleep(ms), asked]);
    this.#tryNow = () => {};
  }

  async #grant<Name extends GrantCall>(
    name: Name,
    body: Sent<Name>,
    options?: CallOptions,
  ): Promise<ReadGrant> {
    const answer = await this.#options.api.invoke(name, body, options);
    const { readGrant } = await loadBackendCode();
    try {
      return readGrant(answer);
    } catch (error) {
      // The client logs failed calls. This call succeeded with an invalid answer.
      console.warn(`The answer for ${name} is invalid`);
      throw error;
    }
  }

  async #signIn<Name extends GrantCall>(name: Name, body: Sent<Name>): Promise<void> {
    // The answer to a logout removes the cookie. A late one would remove that of the new session.
    await this.#pendingSignOut.repeat();
    const grant = await this.#grant(name, body);
    // Before its note: another tab that reads the note must find no mark.
    this.#pendingSignOut.forget();
    this.#turns += 1;
    this.#apply(grant);
  }

  #apply(grant: ReadGrant): void {
    const { sessionId, sessionExpiresAt, actor } = grant;
    const { storage, now } = this.#options;
    const timestamp = now();
    // Another tab may have signed in, and its storage event may not have arrived yet.
    if ('sessionId' in this.#state && this.#state.sessionId !== sessionId) this.#dropToken();
    this.#token = new HeldToken(grant, timestamp);
    if (actor.kind === 'rep') {
      const { rep } = actor;
      this.#keepLastAccess(null);
      writeStoredSession(storage, { kind: 'rep', salesRepId: rep.id, sessionId, timestamp });
      this.#set({ status: 'rep', rep, sessionId, sessionExpiresAt });
    } else {
      const { customer } = actor;
      const { clockAheadMs } = this.#token;
      const { id: customerId, repName, repEmail, ...own } = customer;
      writeStoredSession(storage, { kind: 'customer', customerId, timestamp });
      this.#keepLastAccess({ endsAt: sessionExpiresAt, clockAheadMs, repName, repEmail, customer: own });
      this.#set({ status: 'customer', customer, sessionId, sessionExpiresAt, clockAheadMs });
    }
  }

  #keepLastAccess(access: LastAccess | null): void {
    this.#lastAccess = access;
    writeLastAccess(this.#options.storage, access);
  }

  /**
   * Ends the calls that are under way with a session's token. The server would refuse them, and the browser would log
   * the refusals as errors. After another sign-in, they would be for another person. Calls without a token go on.
   */
  #dropToken(): void {
    if (this.#token) {
      this.#calls.abort(new ApiError('unauthenticated', 'unauthenticated'));
      this.#calls = new AbortController();
    }
    this.#token = null;
  }

  /** @param ended whose session ended without a sign-out */
  #end(ended?: StoredSession['kind']): void {
    this.#turns += 1;
    this.#dropToken();
    writeStoredSession(this.#options.storage, null);
    const access = this.#lastAccess;
    if (access === null && ended === undefined) {
      this.#set(ANONYMOUS);
      return;
    }
    this.#set({
      status: 'anonymous',
      ...(ended === undefined ? {} : { ended }),
      ...(access === null ? {} : { endedAccess: endedAccessOf(access, this.#options.now()) }),
    });
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

function isSameSession(state: Session, stored: StoredSession): boolean {
  if (stored.kind === 'rep') return state.status === 'rep' && state.sessionId === stored.sessionId;
  return state.status === 'customer' && state.customer.id === stored.customerId;
}
