import { useSyncExternalStore } from 'react';

const TICK_MS = 1000;

let timer: ReturnType<typeof setInterval> | undefined;
let nowMs = Date.now();
const listeners = new Set<() => void>();

/** One timer for all countdowns, so they change in the same moment. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // While the timer runs, the time changes for all at once: a change here would render every new clock twice.
  if (timer === undefined) {
    nowMs = Date.now();
    timer = setInterval(() => {
      nowMs = Date.now();
      for (const listen of listeners) listen();
    }, TICK_MS);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/**
 * The server's time, milliseconds since 1970, ticking each second.
 * @param clockAheadMs how far the server's clock is ahead of this machine's
 */
export function useServerNow(clockAheadMs: number): number {
  return (
    useSyncExternalStore(
      subscribe,
      () => nowMs,
      () => nowMs,
    ) + clockAheadMs
  );
}
