/** The answer to a renewal that the page asked for before its scripts came: shared/src/first-paint/renew-session.js. */
export interface EarlyAnswer {
  /** Address of the call. */
  href: string;
  /** Of the session that was stored then. */
  sessionId: string;
  answer: Promise<Response>;
  /** Milliseconds since 1970, by this machine. */
  askedAtMs: number;
  abort(): void;
}

declare global {
  interface Window {
    'host:early-answer'?: EarlyAnswer;
  }
}

/** The scripts came late, or the machine slept. */
const FRESH_MS = 20_000;

/** The same as `fetch`. The first call takes the early answer if it is the same call. No later one does. */
export function fetchEarly(early: EarlyAnswer | undefined): typeof fetch {
  let left = early;
  return (input, init) => {
    const taken = left;
    left = undefined;
    if (taken?.href !== String(input) || Math.abs(Date.now() - taken.askedAtMs) > FRESH_MS)
      return fetch(input, init);
    if (init?.signal?.aborted) taken.abort();
    init?.signal?.addEventListener('abort', taken.abort);
    return taken.answer;
  };
}
