const QUIET_MS = 2_000;

/** Waits for two seconds without a press and without the arrival of a file or an answer. */
export function untilQuiet(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const end = () => {
      clearTimeout(timer);
      arrivals.disconnect();
      over.abort();
      resolve();
    };
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(end, QUIET_MS);
    };
    const arrivals = new PerformanceObserver(wait);
    arrivals.observe({ type: 'resource' });
    for (const press of ['pointerdown', 'keydown'])
      addEventListener(press, wait, { passive: true, signal: over.signal });
    signal.addEventListener('abort', end, { signal: over.signal });
    wait();
  });
}
