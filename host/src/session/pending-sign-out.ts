import type { Api } from '@corvane/shared/contracts/backend/ask';
import type { PlainStorage } from '@corvane/shared/lib/storage-of';

/** In local storage: the time of a logout that has no answer, in milliseconds since 1970. */
export const SIGN_OUT_PENDING_KEY = 'host:sign-out-pending';

/**
 * A logout without an answer. Until the server answers, the cookie names a live session. A mark in the browser's
 * storage says so to each tab and to the next page load: they restore no session, and ask for the logout again.
 */
export class PendingSignOut {
  readonly #api: Pick<Api, 'invoke'>;
  readonly #storage: PlainStorage;
  #request: Promise<void> | null = null;

  constructor(api: Pick<Api, 'invoke'>, storage: PlainStorage) {
    this.#api = api;
    this.#storage = storage;
  }

  get isPending(): boolean {
    return this.#mark !== null;
  }

  /** @throws the function's ApiError. The logout then stays pending. */
  send(): Promise<void> {
    try {
      this.#storage.setItem(SIGN_OUT_PENDING_KEY, String(Date.now()));
    } catch {
      // Storage is full: the logout is not repeated.
    }
    return this.#ask();
  }

  /** Asks again if a logout is pending, or waits for the answer that is on its way. It never rejects. */
  async repeat(): Promise<void> {
    const request = this.#request ?? (this.isPending ? this.#ask() : null);
    await request?.catch(() => {});
  }

  /** A new sign-in has replaced the cookie. */
  forget(): void {
    this.#storage.removeItem(SIGN_OUT_PENDING_KEY);
  }

  get #mark(): string | null {
    return this.#storage.getItem(SIGN_OUT_PENDING_KEY);
  }

  #ask(): Promise<void> {
    const mark = this.#mark;
    const request = this.#api
      .invoke('sign-out', {})
      .then(() => {
        // Another tab may have signed in and out meanwhile.
        if (this.#mark === mark) this.forget();
      })
      .finally(() => {
        if (this.#request === request) this.#request = null;
      });
    this.#request = request;
    return request;
  }
}
