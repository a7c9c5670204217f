// @vitest-environment happy-dom
import { act } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { press, stopClock, untilText } from '../../../testing/mount.tsx';
import { type Handlers, RoutedHost } from '../../../testing/routed-host.tsx';
import { CUSTOMER_ID, customerRow, customersPage, NO_COUNTS } from '../customers-fixtures.ts';
import ManagedCustomersPanel from './managed-customers-panel.tsx';

let host: RoutedHost;
beforeEach(() => stopClock());

const REP_ID = '00000000-0000-4000-8000-0000000000a1';
const scoped = (changes: object = {}) => ({
  ...customerRow(),
  representative: 'Dana Whitfield',
  salesCount: 3,
  requestsCount: 0,
  ...changes,
});
const REP = {
  id: REP_ID,
  name: 'Dana Whitfield',
  email: 'dana@corvane.example',
  isManager: false,
  disabledAt: '2026-11-01T09:00:00+00:00',
  takesRequests: true,
  requestsPaused: false,
  erasedAt: null,
  createdAt: '2026-01-01T09:00:00+00:00',
  salesIdSince: null,
  customers: 1,
  openLinks: 1,
  openRequests: 0,
  lastSignInAt: null,
  liveSessions: 0,
};
const HANDLERS: Handlers = {
  get_customers: () => customersPage([scoped()]),
  get_reps: () => ({
    rows: [REP],
    hasMore: false,
    nextAfter: null,
    counts: { enabled: 0, disabled: 1, managers: 0 },
    now: '2026-11-21T10:00:00+00:00',
  }),
  get_customer_timeline: () => ({ lines: [], hasMore: false }),
};

async function open(handlers: Handlers = {}, search = '?tab=customers') {
  host = new RoutedHost({ ...HANDLERS, ...handlers }, search);
  return (await host.mount(<ManagedCustomersPanel />)).container;
}

const linksIn = (element: Element | null) =>
  [...(element?.querySelectorAll('a') ?? [])].map((link) => [link.textContent, link.getAttribute('href')]);
const TEAM = [
  '3 sales of Ana Diaz',
  '/sales-portal/operations?tab=team&team-range=all&team-q=ana%40acme.example',
];

test('a row names the representative, the last opening, sales and requests, and leads to what it counts', async () => {
  const panel = await open();
  await untilText(panel, 'Dana Whitfield');
  const cells = [...panel.querySelectorAll('tbody tr > *')].map(({ textContent }) => textContent);
  expect(cells.join(' | ')).toContain('none');
  expect(panel.querySelector('tbody time')?.getAttribute('datetime')).toBe('2026-11-21T07:59:30+00:00');
  expect(linksIn(panel.querySelector('tbody'))).toEqual([TEAM]);
  expect(host.bodies('get_customers')).toMatchObject([{ filter: { scope: 'all' } }]);
});

test('one representative can be chosen, also a disabled one, and the address keeps it', async () => {
  const panel = await open();
  await untilText(panel, 'Dana Whitfield (disabled)');
  const select = panel.querySelector('select');
  if (!select) throw new Error('No choice of a representative');
  await act(async () => {
    select.value = REP_ID;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
  expect(host.search).toBe(`?tab=customers&customers-rep=${REP_ID}`);
  expect(host.bodies('get_customers').at(-1)).toMatchObject({ filter: { scope: REP_ID } });
});

test('the filters and the order of another tab are not those of the customers', async () => {
  await open({}, '?tab=customers&state=done&find=x&order=asc&by=ends');
  expect(host.bodies('get_customers')).toMatchObject([
    { filter: { scope: 'all', statuses: null, search: null }, sort: 'issued', direction: 'desc' },
  ]);
});

test('the details only show: whose customer it is, what they have, and the history', async () => {
  const panel = await open();
  await untilText(panel, 'Ana Diaz');
  await act(async () => panel.querySelector<HTMLElement>('tbody [data-row-opener]')?.click());
  await untilText(document.body, 'Nothing is on record yet.');
  const dialog = document.querySelector('[role=dialog]');
  expect(host.search).toContain(`customer=${CUSTOMER_ID}`);
  expect(dialog?.querySelector('dl')?.textContent).toContain('RepresentativeDana Whitfield');
  expect(linksIn(dialog).slice(1)).toEqual([TEAM]);
  expect(dialog?.textContent).not.toMatch(/Extend|Revoke|Issue again|note/i);
  expect(host.calls.map(({ name }) => name)).not.toContain('get_customer_note');
});

test('a customer who is gone is said to be gone', async () => {
  await open({ get_customers: () => customersPage([]) }, `?tab=customers&customer=${CUSTOMER_ID}`);
  await untilText(document.body, 'This customer no longer exists.');
});

test('without any customer, the list says so, and a filter without matches can be cleared', async () => {
  const panel = await open({ get_customers: () => customersPage([], { counts: NO_COUNTS }) });
  await untilText(panel, 'No customers yet.');
  host.visit('?tab=customers&customers-rep=00000000-0000-4000-8000-0000000000b9');
  await untilText(panel, 'No customer matches.');
  await press(panel, 'Show all customers');
  expect(host.search).toBe('?tab=customers');
});
