// @vitest-environment happy-dom
import { siteEventSchema, type WebVitalEvent } from '@corvane/shared/contracts/backend/site-events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { MetricType } from 'web-vitals';
import { observeWebVitals } from './observe-web-vitals.ts';
import { watchWebVitals } from './watch-page.ts';

type Report = (metric: MetricType) => void;

const report = vi.fn<(event: WebVitalEvent) => void>();
let watched: Partial<Record<MetricType['name'], Report>>;

const watcher = (name: MetricType['name']) => (tell: (metric: never) => void) => {
  watched[name] = tell as Report;
};
const VITALS = {
  onTTFB: watcher('TTFB'),
  onFCP: watcher('FCP'),
  onLCP: watcher('LCP'),
  onCLS: watcher('CLS'),
  onINP: watcher('INP'),
};
const load = vi.fn(async () => ({
  observeWebVitals: (tell: (event: WebVitalEvent) => void) => observeWebVitals(tell, VITALS),
}));

const measured = (name: MetricType['name'], value: number, id = `v6-${name}`) =>
  watched[name]?.({ name, value, id } as MetricType);

function fakeWindow(readyState: DocumentReadyState): { target: Window; idle: (() => void)[] } {
  const idle: (() => void)[] = [];
  const target = Object.assign(new EventTarget(), {
    document: { readyState },
    requestIdleCallback: (run: () => void) => idle.push(run),
  }) as unknown as Window;
  return { target, idle };
}

/** A page on which everything is measured. */
async function watch(): Promise<void> {
  const { target, idle } = fakeWindow('complete');
  watchWebVitals(report, { load, target });
  idle[0]?.();
  await expect.poll(() => Object.keys(watched)).toHaveLength(5);
}

beforeEach(() => {
  report.mockReset();
  load.mockClear();
  watched = {};
});
afterEach(() => vi.useRealTimers());

test('the code loads only once the page has loaded and is idle', async () => {
  const { target, idle } = fakeWindow('interactive');
  watchWebVitals(report, { load, target });
  expect(idle).toHaveLength(0);
  target.dispatchEvent(new Event('load'));
  expect(idle).toHaveLength(1);
  expect(load).not.toHaveBeenCalled();
  idle[0]?.();
  expect(load).toHaveBeenCalledOnce();
  await expect.poll(() => Object.keys(watched).sort()).toEqual(['CLS', 'FCP', 'INP', 'LCP', 'TTFB']);
});

test('a browser without idle callbacks loads it a second after the page', () => {
  vi.useFakeTimers();
  const target = Object.assign(new EventTarget(), {
    document: { readyState: 'complete' },
    setTimeout: (run: () => void, ms: number) => setTimeout(run, ms),
  }) as unknown as Window;
  watchWebVitals(report, { load, target });
  vi.advanceTimersByTime(999);
  expect(load).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(load).toHaveBeenCalledOnce();
});

test('each metric is reported within the contract: rounded, and within its limits', async () => {
  await watch();
  measured('TTFB', 80.4);
  measured('FCP', 900.6);
  measured('LCP', 9_000_000);
  measured('CLS', 0.123_456);
  measured('INP', -1);
  const events = report.mock.calls.map(([event]) => event);
  expect(events).toEqual([
    { kind: 'web-vital', metric: 'TTFB', value: 80 },
    { kind: 'web-vital', metric: 'FCP', value: 901 },
    { kind: 'web-vital', metric: 'LCP', value: 600_000 },
    { kind: 'web-vital', metric: 'CLS', value: 0.1235 },
    { kind: 'web-vital', metric: 'INP', value: 0 },
  ]);
  for (const event of events) expect(siteEventSchema.parse(event)).toEqual(event);
});

test('a tab that is hidden repeatedly counts as one view, and a return with the back button as another', async () => {
  await watch();
  measured('CLS', 0.1, 'first');
  measured('CLS', 0.2, 'first');
  measured('CLS', 0, 'second');
  expect(report.mock.calls.map(([event]) => event.value)).toEqual([0.1, 0]);
});

test('a failed load of the code is no error of the page', async () => {
  const { target, idle } = fakeWindow('complete');
  const unavailable = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')));
  watchWebVitals(report, { load: unavailable, target });
  idle[0]?.();
  await expect.poll(() => unavailable).toHaveBeenCalledOnce();
  await Promise.resolve();
  expect(report).not.toHaveBeenCalled();
});
