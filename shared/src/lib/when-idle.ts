/** Longest wait for an idle moment. */
const PATIENCE_MS = 5_000;
/** Safari has no idle callback. */
const WITHOUT_IDLE_MS = 1_000;

/** Runs a function when the browser has nothing else to do. @returns a function that gives it up */
export function whenIdle(target: Window, run: () => void): () => void {
  let isWanted = true;
  const idle = () => {
    if (isWanted) run();
  };
  if ('requestIdleCallback' in target) target.requestIdleCallback(idle, { timeout: PATIENCE_MS });
  else (target as Window).setTimeout(idle, WITHOUT_IDLE_MS);
  return () => {
    isWanted = false;
  };
}
