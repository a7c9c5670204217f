import { WEB_VITAL_MAX_MS } from '@corvane/shared/contracts/backend/browser-limits';
import type { WebVitalEvent } from '@corvane/shared/contracts/backend/site-events';
import { whenIdle } from '@corvane/shared/lib/when-idle';
import type { MetricType } from 'web-vitals';

type WebVitals = Pick<typeof import('web-vitals'), 'onTTFB' | 'onFCP' | 'onLCP' | 'onCLS' | 'onINP'>;

interface WatchWebVitalsOptions {
  load?(): Promise<WebVitals>;
  target?: Window;
}

/**
 * Reports how long the visitor waited, once per metric and page load. The measuring code is fetched when the page
 * is loaded and idle. Browsers keep earlier measurements for it.
 */
export function watchWebVitals(
  report: (event: WebVitalEvent) => void,
  { load = () => import('web-vitals'), target = window }: WatchWebVitalsOptions = {},
): void {
  const start = () =>
    whenIdle(target, () => {
      load().then(
        (vitals) => observe(vitals, report),
        () => {
          // Without the code nothing is measured, and the page misses nothing.
        },
      );
    });
  if (target.document.readyState === 'complete') start();
  else target.addEventListener('load', start, { once: true });
}

function observe(vitals: WebVitals, report: (event: WebVitalEvent) => void): void {
  const reported = new Set<string>();
  const tell = ({ id, name, value }: MetricType) => {
    // A tab that is hidden and shown again reports its view again. Counting it twice would give it more weight than
    // others.
    if (reported.has(id)) return;
    reported.add(id);
    report({
      kind: 'web-vital',
      metric: name,
      value: rounded(name, Math.min(Math.max(value, 0), WEB_VITAL_MAX_MS)),
    });
  };
  for (const watch of [vitals.onTTFB, vitals.onFCP, vitals.onLCP, vitals.onCLS, vitals.onINP]) watch(tell);
}

/** Whole milliseconds. CLS is mostly below one, so it keeps four places. */
function rounded(metric: MetricType['name'], value: number): number {
  return metric === 'CLS' ? Math.round(value * 10_000) / 10_000 : Math.round(value);
}
