import type { WebVitalEvent } from '@corvane/shared/contracts/backend/site-events';
import { whenIdle } from '@corvane/shared/lib/when-idle';

type Observe = (report: (event: WebVitalEvent) => void) => void;

interface WatchWebVitalsOptions {
  load?(): Promise<{ observeWebVitals: Observe }>;
  target?: Window;
}

/**
 * Reports how long the visitor waited, once per metric and page load. The measuring code is fetched when the page
 * is loaded and idle. Browsers keep earlier measurements for it.
 */
export function watchWebVitals(
  report: (event: WebVitalEvent) => void,
  { load = () => import('./observe-web-vitals.ts'), target = window }: WatchWebVitalsOptions = {},
): void {
  const start = () =>
    whenIdle(target, () => {
      load().then(
        ({ observeWebVitals }) => observeWebVitals(report),
        () => {
          // Without the code nothing is measured, and the page misses nothing.
        },
      );
    });
  if (target.document.readyState === 'complete') start();
  else target.addEventListener('load', start, { once: true });
}
