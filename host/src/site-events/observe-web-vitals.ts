import { WEB_VITAL_MAX_MS } from '@corvane/shared/contracts/backend/browser-limits';
import type { WebVitalEvent } from '@corvane/shared/contracts/backend/site-events';
import { type MetricType, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals';

const WEB_VITALS = { onTTFB, onFCP, onLCP, onCLS, onINP };

/** Reports each metric of the page load once, from now on and from the browser's earlier measurements. */
export function observeWebVitals(report: (event: WebVitalEvent) => void, vitals = WEB_VITALS): void {
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
  for (const watch of Object.values(vitals)) watch(tell);
}

/** Whole milliseconds. CLS is mostly below one, so it keeps four places. */
function rounded(metric: MetricType['name'], value: number): number {
  return metric === 'CLS' ? Math.round(value * 10_000) / 10_000 : Math.round(value);
}
