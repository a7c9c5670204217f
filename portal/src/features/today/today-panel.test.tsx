// @vitest-environment happy-dom

import { act } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { forgetSessionQueries, queryClientForSession } from '../../app/session-query-client.ts';
import { failsWith } from '../../testing/fake-host.tsx';
import { type Mounted, press, pressRefresh, stopClock, untilText } from '../../testing/mount.tsx';
import { type Handlers, RoutedHost } from '../../testing/routed-host.tsx';
import { BUSY, LINK_ENDING, linksPage, todayAnswer } from './today-fixtures.ts';
import TodayPanel from './today-panel.tsx';

let mounted: Mounted;
let host: RoutedHost;

beforeEach(() => stopClock());

async function open(handlers: Handlers, search = ''): Promise<HTMLElement> {
  host = new RoutedHost(handlers, search);
  mounted = await host.mount(<TodayPanel />);
  return mounted.container;
}

const busy: Handlers = { get_operations_today: () => BUSY };

test('the tab shows that the figures are loading', async () => {
  const panel = await open({ get_operations_today: () => new Promise(() => {}) });
  expect(panel.querySelector('[aria-busy] [role=status]')?.textContent).toBe('Loading what waits');
});

test('after a failed load, a retry loads the figures', async () => {
  let answer: () => unknown = failsWith('internal');
  const panel = await open({ get_operations_today: () => answer() });
  await untilText(panel, 'Failed to load what waits.');
  // The button below is the next step, so the words name no other one.
  expect(panel.querySelector('[role=alert] p')?.textContent).toBe('Failed to load what waits.');
  answer = () => todayAnswer();
  await press(panel, 'Try again');
  await untilText(panel, 'Nothing waits.');
});

test('figures that cannot be refreshed stay and are marked as out of date, even during a retry', async () => {
  let answer: () => unknown = () => BUSY;
  const panel = await open({ get_operations_today: () => answer() });
  await untilText(panel, 'new request, older than 2 days');
  answer = failsWith('internal');
  await act(() => queryClientForSession('test').refetchQueries());
  answer = () => new Promise(() => {});
  await pressRefresh(panel, 'These figures could not be refreshed and may be out of date.');
  expect(panel.textContent).toContain('new request, older than 2 days');
});

test('each figure links to the list of its items, the most urgent first', async () => {
  const panel = await open(busy);
  await untilText(panel, 'new request, older than 2 days');
  const links = [...panel.querySelectorAll('li a')].map((link) => [
    link.textContent,
    link.getAttribute('href')?.split('?')[1],
  ]);
  expect(links).toEqual([
    ['15failures of live versions in the last dayportal p2', 'waiting=releases'],
    ['1fault of the site', 'tab=upkeep'],
    ['2requests without a mail to the teamThe oldest came 2 hours ago.', 'tab=requests&mail=failed'],
    ['4other mails failed today or yesterdayCodes for customers', 'waiting=mails'],
    ['2new requests overdue for a first answer', 'tab=requests&answer=overdue'],
    ['1new request, older than 2 daysThe oldest came 5 days ago.', 'tab=requests&state=new&to=2026-11-18'],
    ['2new requests of the 2 days before today', 'tab=requests&state=new&from=2026-11-19&to=2026-11-20'],
    ['3new requests of today', 'tab=requests&state=new&from=2026-11-21'],
    [expect.stringMatching(/^1access link that ends todayThe next at /), 'waiting=links'],
    [expect.stringMatching(/^1price that changes within 7 daysGrowth at /), 'tab=prices'],
  ]);
  await untilText(panel, 'Nothing else waits: no request is held back.');
});

test('all prices that change soon are counted, also those beyond the list of the answer', async () => {
  const many = { ...BUSY, priceChangeCount: 53 };
  const panel = await open({ get_operations_today: () => many });
  await untilText(panel, '53prices that change within 7 days');
});

test('mails that failed are listed by what they were for', async () => {
  const panel = await open(busy, '?waiting=mails');
  await untilText(panel, 'Codes for customers4 failed mails, last 29 minutes ago');
  expect(document.activeElement?.textContent).toBe('Mails that failed');
  await mounted.unmount();
  forgetSessionQueries();
  const later = {
    undeliveredMails: [{ mail: 'carrier_pigeon', count: 1, lastFailedAt: '2026-11-21T09:00:00+00:00' }],
  };
  await untilText(
    await open({ get_operations_today: () => todayAnswer(later) }, '?waiting=mails'),
    'Others1 failed mail',
  );
});

test('the links that end today are listed with the representatives who can extend them', async () => {
  const panel = await open(
    { ...busy, get_links_ending_today: () => linksPage([LINK_ENDING]) },
    '?waiting=links',
  );
  await untilText(panel, 'Grace Moss');
  await untilText(panel, 'in 8 h 0 min');
  expect(document.activeElement?.textContent).toBe('Access links that end today');
  await act(async () => panel.querySelector<HTMLElement>('tbody [data-row-opener]')?.click());
  await untilText(document.body, 'Robin Vale can extend this link, or let it end.');
  const link = [...document.querySelectorAll('[role=dialog] a')].at(-1);
  expect(link?.getAttribute('href')).toContain(`?tab=audit&who=${LINK_ENDING.customerId}`);
});

test.each([
  [{ name: '', company: '' }, 'grace@moss.example', 'Openednot yet'],
  [{ wasOpened: true, endsAt: '2026-11-21T09:59:00+00:00' }, 'ended', 'Openedyes'],
])('a link that ends says what is known, and closes: %j', async (changes, inList, inDialog) => {
  const links = () => linksPage([{ ...LINK_ENDING, ...changes }]);
  const panel = await open({ ...busy, get_links_ending_today: links }, '?waiting=links');
  await untilText(panel, '1 link shown');
  expect(panel.querySelector('tbody')?.textContent).toContain(inList);
  await act(async () => panel.querySelector<HTMLElement>('tbody [data-row-opener]')?.click());
  await untilText(document.body, inDialog);
  await act(async () => document.querySelector<HTMLElement>('[aria-label=Close]')?.click());
  expect(document.querySelector('[role=dialog]')).toBeNull();
});

test.each([
  ['mails', 'No other mail failed today or yesterday.'],
  ['releases', 'No live version failed in the last day.'],
])('a list of %s that has become empty says so', async (waiting, words) => {
  await untilText(await open({ get_operations_today: () => todayAnswer() }, `?waiting=${waiting}`), words);
});

test('the list of links has an empty state and an error state', async () => {
  await untilText(
    await open({ ...busy, get_links_ending_today: () => linksPage([]) }, '?waiting=links'),
    'No more access links end today.',
  );
  await mounted.unmount();
  forgetSessionQueries();
  await untilText(
    await open({ ...busy, get_links_ending_today: failsWith('internal') }, '?waiting=links'),
    'Failed to load the links.',
  );
});

test('failures of live versions are listed, and the list can be closed', async () => {
  const panel = await open(busy, '?waiting=releases');
  await untilText(panel, '3 failed loads, 12 errors, last 5 minutes ago');
  await press(panel, 'Close Failures of live versions');
  expect(host.search).toBe('');
});
