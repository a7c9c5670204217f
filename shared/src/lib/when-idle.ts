/** Longest wait for an idle moment. */
const PATIENCE_MS = 5_000;
/** Safari has no idle callback. */
const WITHOUT_IDLE_MS = 1_000;

/** Runs a function when the browser has nothing else to do. */
export function whenIdle(target: Window, run: () => void): void {
  if ('requestIdleCallback' in target) target.requestIdleCallback(run, { timeout: PATIENCE_MS });
  else (target as Window).setTimeout(run, WITHOUT_IDLE_MS);
}
