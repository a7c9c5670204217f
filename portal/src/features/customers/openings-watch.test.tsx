// @vitest-environment happy-dom

import { ApiError } from '@corvane/shared/contracts/remote/api-error';
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
// Loads when there is news. With a clock that stands still, it must be there.
import '../../app/rep-settings.ts';
import { RoutedHost } from '../../testing/routed-host.tsx';
import { openings } from './customers-fixtures.ts';
import { openingsRetryDelayMs } from './openings.ts';
import { OpeningsWatch } from './openings-watch.tsx';

let host: RoutedHost;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Returns these answers in turn, then repeats the last one. */
async function watch(answers: readonly (() => unknown)[]): Promise<void> {
  let turn = 0;
  host = new RoutedHost({
    get_customer_openings: () => answers[Math.min(turn++, answers.length - 1)]?.(),
    get_rep_settings: () => ({ mailOnOpening: false }),
  });
  await host.mount(<OpeningsWatch />);
  await pass(0);
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const titles = () => host.toasts.map(({ title }) => title);

test('an opening is announced once, within five seconds, and the next call starts where the last answer ended', async () => {
  await watch([() => openings([]), () => openings([1], '2026-11-21T10:00:01+00:00'), () => openings([1])]);
  expect(titles()).toEqual([]);
  await pass(4_500);
  expect(titles()).toEqual(['Opened: Ana Diaz opened the access link']);
  await pass(9_000);
  expect(titles()).toHaveLength(1);
  expect(host.bodies('get_customer_openings').slice(0, 3)).toEqual([
    { since: null },
    { since: '2026-11-21T09:59:55+00:00' },
    { since: '2026-11-21T10:00:01+00:00' },
  ]);
});

test('many openings at once are announced in one message', async () => {
  await watch([() => openings([]), () => openings([1, 2, 3, 4])]);
  await pass(4_500);
  expect(titles()).toEqual(['Opened: 4 customers opened their access links']);
});

test('after a failure the pauses grow, and an opening in the meantime is still announced', async () => {
  const fails = () => {
    throw new ApiError('unavailable', 'for the test');
  };
  await watch([() => openings([]), fails, fails, () => openings([1])]);
  await pass(4_500);
  expect(titles()).toEqual([]);
  await pass(30_000);
  expect(titles()).toEqual(['Opened: Ana Diaz opened the access link']);
  expect([0, 1, 2, 3, 9].map(openingsRetryDelayMs)).toEqual([8_000, 16_000, 32_000, 60_000, 60_000]);
});

test('the watch pauses while the page is hidden', async () => {
  await watch([() => openings([])]);
  const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  await pass(60_000);
  expect(host.calls).toHaveLength(1);
  hidden.mockRestore();
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  await pass(100);
  expect(host.calls).toHaveLength(2);
});
