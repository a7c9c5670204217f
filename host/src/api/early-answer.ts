/** The answer to a call that the page made before its scripts came: shared/src/first-paint/renew-session.js. */
export interface EarlyAnswer {
  url: string;
  answer: Promise<Response>;
  /** By `performance.now()`. */
  askedAtMs: number;
}

declare global {
  interface Window {
    'host:early-answer'?: EarlyAnswer | undefined;
  }
}

/** The scripts came late: the session may have changed since. */
const FRESH_MS = 30_000;

/** The same as `fetch`. The first call takes the early answer if it is the same call. No later one does. */
export function fetchEarly(early: EarlyAnswer | undefined): typeof fetch {
  let left = early;
  return (input, init) => {
    const taken = left;
    left = undefined;
    const isFresh = taken !== undefined && performance.now() - taken.askedAtMs < FRESH_MS;
    return isFresh && String(input) === taken.url ? taken.answer : fetch(input, init);
  };
}
