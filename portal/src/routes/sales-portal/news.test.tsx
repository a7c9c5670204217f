// @vitest-environment happy-dom

import { ApiError } from '@corvane/shared/contracts/remote/api-error';
import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
// Loads when there is news. With a clock that stands still, it must be there.
import '../../app/rep-settings.ts';
import { forgetSessionQueries, queryClientForSession } from '../../app/session-query-client.ts';
import { requestKeys } from '../../features/contact-requests/request-keys.ts';
import { openings } from '../../features/customers/customers-fixtures.ts';
import { NOTHING_NEW } from '../../features/rep-today/rep-today-fixtures.ts';
import { REP_SESSION } from '../../testing/fake-host.tsx';
import { RoutedHost } from '../../testing/routed-host.tsx';
import { REFRESH_MS } from '../../ui/tables/pages-query.ts';
import { News } from './news.tsx';

let host: RoutedHost;

let toastOnNews: boolean;
let settings: () => unknown;

beforeEach(() => {
  toastOnNews = true;
  settings = () => ({ mailOnOpening: false, toastOnNews });
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

/** A request that the representative was given at this second. */
const request = (second: number, name: string) => ({
  name,
  assignedAt: `2026-11-21T09:59:${String(second).padStart(2, '0')}.5+00:00`,
});
const ANA = request(30, 'Ana Diaz');
const BO = request(20, 'Bo Lind');
const CY = request(10, 'Cy Moor');

let newest: (typeof ANA)[];

/** Passes until the list is the server's answer. @returns the titles of the toasts that it leads to */
async function after(list: typeof newest, waitMs = REFRESH_MS): Promise<string[]> {
  newest = list;
  const before = host.toasts.length;
  await act(() => vi.advanceTimersByTimeAsync(waitMs + 100));
  return host.toasts.slice(before).map(({ title }) => title);
}

/** Opens the portal with the first list, and passes a minute for each other one. @returns the toasts after each */
async function watch(
  [first, ...later]: readonly [typeof newest, ...(typeof newest)[]],
  opened: () => unknown = () => openings([]),
): Promise<string[][]> {
  host = new RoutedHost({
    get_customer_openings: opened,
    get_rep_settings: () => settings(),
    get_rep_today: () => ({
      ...NOTHING_NEW,
      requests: { count: newest.length, overdue: 0, oldestAt: null, newest },
    }),
  });
  newest = first;
  await host.mount(<News onToday={() => {}} />);
  const told = [await after(first, 0)];
  for (const list of later) told.push(await after(list));
  return told;
}

test('a request that the representative is given is announced once, by name', async () => {
  expect(await watch([[CY], [BO, CY], [BO, CY]])).toEqual([[], ['New request from Bo Lind'], []]);
});

test.each([
  ['with a new one', [BO, CY], true],
  ['without', [CY], false],
])('the list of requests loads again after an answer %s', async (_, answer, loadsAgain) => {
  await watch([[CY]]);
  const queries = queryClientForSession(REP_SESSION.sessionId);
  const list = requestKeys.part('assigned');
  queries.setQueryData(list, []);
  await after(answer);
  expect(queries.getQueryState(list)?.isInvalidated).toBe(loadsAgain);
});

test('the first request is announced too, and several at once in one message', async () => {
  expect(await watch([[], [CY], [ANA, BO, CY]])).toEqual([
    [],
    ['New request from Cy Moor'],
    ['2 new requests'],
  ]);
});

test('a request that is closed, or opened again, is no news', async () => {
  expect(await watch([[BO, CY], [CY], [], [BO, CY], [ANA, BO]])).toEqual([
    [],
    [],
    [],
    [],
    ['New request from Ana Diaz'],
  ]);
});

test('nothing is announced while it is turned off, and nothing late once it is on again', async () => {
  toastOnNews = false;
  const opened = vi.fn(() => openings([1])).mockReturnValueOnce(openings([]));
  expect(await watch([[], [CY], [BO, CY]], opened)).toEqual([[], [], []]);
  toastOnNews = true;
  await act(() => vi.advanceTimersByTimeAsync(REFRESH_MS));
  expect(host.toasts).toEqual([]);
  // Both were read all the same.
  expect(opened.mock.calls.length).toBeGreaterThan(2);
  expect(host.bodies('get_rep_today').length).toBeGreaterThan(2);
});

test.each<[string, () => unknown, string[]]>([
  ['not known', () => Promise.reject(new ApiError('internal', 'internal')), ['New request from Cy Moor']],
  ['refused, since the session is over', () => Promise.reject(new ApiError('unauthenticated', '')), []],
  [
    'still asked for when the session ends',
    () => {
      forgetSessionQueries();
      return new Promise(() => {});
    },
    [],
  ],
])('a setting that is %s', async (_, answer, told) => {
  settings = answer;
  expect(await watch([[], [CY]])).toEqual([[], told]);
});
