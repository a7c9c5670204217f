// @vitest-environment happy-dom
import { siteEventsRequestSchema } from '@corvane/shared/contracts/backend/site-events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSiteEventReporter } from './site-event-reporter.ts';

const VITAL = { kind: 'web-vital', metric: 'LCP', value: 1200 } as const;
const FAILURE = {
  kind: 'remote-failure',
  remote: 'marketing',
  version: 'm2',
  reason: 'timed-out',
  recovered: true,
} as const;
const ENDPOINT = 'https://www.corvane.example/functions/v1/record-site-events';

const send = vi.fn<(url: string, body: Blob) => boolean>();
let target: Window;
let path: string;

function fakeWindow(): Window {
  return Object.assign(new EventTarget(), {
    document: { visibilityState: 'visible' },
    setTimeout: (run: () => void, ms: number) => setTimeout(run, ms),
    clearTimeout: (timer: number) => clearTimeout(timer),
  }) as unknown as Window;
}

function hide(): void {
  Object.assign(target.document, { visibilityState: 'hidden' });
  target.dispatchEvent(new Event('visibilitychange'));
}

function reporter(options: { path?: () => string } = {}) {
  return createSiteEventReporter({
    compositionId: 'c0ffee',
    versions: { host: 'h1', marketing: 'm1' },
    endpointUrl: ENDPOINT,
    path: () => path,
    send,
    target,
    ...options,
  });
}

/** The batches sent so far, as the function would parse them. */
function sent() {
  return Promise.all(
    send.mock.calls.map(async ([, body]) => siteEventsRequestSchema.parse(JSON.parse(await body.text()))),
  );
}

beforeEach(() => {
  vi.useFakeTimers();
  send.mockReset().mockReturnValue(true);
  target = fakeWindow();
  path = '/pricing';
});
afterEach(() => vi.useRealTimers());

test('events wait until the page is hidden and go in one beacon of JSON', async () => {
  const { report } = reporter();
  report(VITAL);
  report({ ...VITAL, metric: 'TTFB', value: 80 });
  vi.advanceTimersByTime(600_000);
  expect(send).not.toHaveBeenCalled();

  target.dispatchEvent(new Event('pagehide'));
  expect(send).not.toHaveBeenCalled();
  hide();
  expect(send).toHaveBeenCalledOnce();
  expect(send.mock.calls[0]?.[0]).toBe(ENDPOINT);
  expect(send.mock.calls[0]?.[1].type).toBe('application/json');
  expect(await sent()).toEqual([
    {
      compositionId: 'c0ffee',
      versions: { host: 'h1', marketing: 'm1' },
      path: '/pricing',
      events: [VITAL, { ...VITAL, metric: 'TTFB', value: 80 }],
    },
  ]);
});

test('a page that becomes visible, or saw nothing, sends nothing', () => {
  const { report } = reporter();
  hide();
  expect(send).not.toHaveBeenCalled();
  Object.assign(target.document, { visibilityState: 'visible' });
  target.dispatchEvent(new Event('visibilitychange'));
  report(VITAL);
  target.dispatchEvent(new Event('visibilitychange'));
  expect(send).not.toHaveBeenCalled();
});

test('an event of a hidden page is sent without waiting for the next hiding', () => {
  const { report } = reporter();
  hide();
  report(VITAL);
  expect(send).toHaveBeenCalledOnce();
});

test('twenty events do not wait for another one, which the contract would refuse', async () => {
  const { report } = reporter();
  for (let i = 0; i < 20; i++) {
    expect(send).not.toHaveBeenCalled();
    report(VITAL);
  }
  expect((await sent()).map((batch) => batch.events.length)).toEqual([20]);
  report(VITAL);
  hide();
  expect((await sent()).map((batch) => batch.events.length)).toEqual([20, 1]);
});

test('a failure is sent after two seconds, together with waiting events and later failures', async () => {
  const { report } = reporter();
  report(VITAL);
  report(FAILURE);
  vi.advanceTimersByTime(1_500);
  report({ ...FAILURE, recovered: false });
  vi.advanceTimersByTime(499);
  expect(send).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect((await sent()).map((batch) => batch.events)).toEqual([
    [VITAL, FAILURE, { ...FAILURE, recovered: false }],
  ]);

  report(FAILURE);
  vi.advanceTimersByTime(2_000);
  expect(send).toHaveBeenCalledTimes(2);
});

test('every event carries the path where it was seen', async () => {
  const { report } = reporter();
  report(VITAL);
  path = '/contact';
  report(FAILURE);
  hide();
  expect((await sent()).map((batch) => [batch.path, batch.events])).toEqual([
    ['/pricing', [VITAL]],
    ['/contact', [FAILURE]],
  ]);
});

test('a refused or blocked beacon, or an unknown path, never throws', () => {
  const { report } = reporter();
  send.mockReturnValueOnce(false);
  report(VITAL);
  hide();
  send.mockImplementationOnce(() => {
    throw new TypeError('sendBeacon is not a function');
  });
  expect(() => report(VITAL)).not.toThrow();
  expect(send).toHaveBeenCalledTimes(2);

  const pathless = reporter({
    path: () => {
      throw new Error('no route');
    },
  });
  expect(() => pathless.report(VITAL)).not.toThrow();
  expect(send).toHaveBeenCalledTimes(2);
});

test('on a real window, measurements that end with the page are collected first', async () => {
  const { report } = createSiteEventReporter({
    compositionId: 'c0ffee',
    versions: { host: 'h1' },
    endpointUrl: ENDPOINT,
    path: () => '/',
    send,
  });
  report({ ...VITAL, metric: 'TTFB' });
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  // Registered later and one by one, like web-vitals' last measurements.
  window.addEventListener('visibilitychange', () => report(VITAL), { capture: true });
  document.addEventListener('visibilitychange', () => report({ ...VITAL, metric: 'CLS', value: 0 }));
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  expect((await sent()).map((batch) => batch.events)).toEqual([
    [{ ...VITAL, metric: 'TTFB' }, VITAL, { ...VITAL, metric: 'CLS', value: 0 }],
  ]);
  visibility.mockRestore();
});

test('a batch counts each thing once: a second view of the same page begins another', async () => {
  const { report } = reporter();
  const view = { kind: 'count', what: 'view' } as const;
  report(view);
  report(VITAL);
  report(view);
  hide();
  expect((await sent()).map(({ events }) => events)).toEqual([[view, VITAL], [view]]);
});
