// @vitest-environment happy-dom

import { formatExactInstant } from '@corvane/shared/lib/instants';
import { act } from 'react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { queryClientForSession } from '../../app/session-query-client.ts';
import { failsWith, REP_SESSION } from '../../testing/fake-host.tsx';
import {
  buttonNamed,
  lateAnswer,
  letTypingPass,
  press,
  pressRefresh,
  stopClock,
  typeSearch,
  untilText,
} from '../../testing/mount.tsx';
import { type Handlers, RoutedHost } from '../../testing/routed-host.tsx';
import { CUSTOMER_ID, customerRow, customersPage, NO_COUNTS } from './customers-fixtures.ts';
import { CustomersPanel } from './customers-panel.tsx';

/** A browser fetches them while it is idle. */
beforeAll(async () => void (await Promise.all([import('./details.tsx'), import('./access-dialog.tsx')])));

let host: RoutedHost;
const onQualify = vi.fn();

beforeEach(() => {
  onQualify.mockReset();
  stopClock();
});

async function open(handlers: Handlers, search = '?tab=customers', session = REP_SESSION) {
  host = new RoutedHost(handlers, search, session);
  return (await host.mount(<CustomersPanel onQualify={onQualify} />)).container;
}

const ONE: Handlers = { get_customers: () => customersPage([customerRow()]) };
const EXTEND = 'Extend Ana Diaz';
const REVOKE = 'Revoke Ana Diaz';
const page = () => document.body;

test('the list shows that the customers are loading', async () => {
  const panel = await open({ get_customers: () => new Promise(() => {}) });
  expect(panel.querySelector('[aria-busy] [role=status]')?.textContent).toBe('Loading your customers');
});

test('after a failed load, a retry loads the customers', async () => {
  let answer: () => unknown = failsWith('internal');
  const panel = await open({ get_customers: () => answer() });
  await untilText(panel, 'Failed to load your customers.');
  answer = () => customersPage([customerRow()]);
  await press(panel, 'Try again');
  await untilText(panel, 'Ana Diaz');
});

test('a list that cannot be refreshed stays and is marked as out of date, even during a retry', async () => {
  let answer: () => unknown = () => customersPage([customerRow()]);
  const panel = await open({ get_customers: () => answer() });
  await untilText(panel, 'Ana Diaz');
  answer = failsWith('internal');
  await act(() => queryClientForSession('test').refetchQueries());
  answer = () => new Promise(() => {});
  await pressRefresh(panel, 'This list could not be refreshed and may be out of date.');
  expect(panel.textContent).toContain('Ana Diaz');
});

test('a rep without customers gets a button to qualify the first one', async () => {
  const panel = await open({ get_customers: () => customersPage([], { counts: NO_COUNTS }) });
  await untilText(panel, 'No customers yet.');
  await press(panel, 'Qualify a customer');
  expect(onQualify).toHaveBeenCalledWith();
});

test('a filter without matches shows a message and can be cleared', async () => {
  const panel = await open({ get_customers: () => customersPage([]) }, '?tab=customers&state=revoked&find=x');
  await untilText(panel, 'No customer matches.');
  expect(host.bodies('get_customers')).toMatchObject([{ filter: { statuses: ['revoked'], search: 'x' } }]);
  await press(panel, 'Show all customers');
  expect(host.search).toBe('?tab=customers');
});

test('while a cleared filter loads, its empty list is not taken for the new one', async () => {
  const panel = await open(
    {
      get_customers: (body) =>
        (body as { filter: { search: string | null } }).filter.search === 'x'
          ? customersPage([])
          : new Promise(() => {}),
    },
    '?tab=customers&find=x',
  );
  await untilText(panel, 'No customer matches.');
  await press(panel, 'Show all customers');
  expect(panel.textContent).not.toMatch(/No customer/);
  expect(panel.textContent).toContain('Loading your customers');
});

test('a row shows the customer, what to do next, the status, the opening, the prices seen and the time left', async () => {
  const panel = await open(ONE);
  await untilText(panel, 'Ana Diaz');
  await untilText(panel, 'Ana Diaz · Acme · ana@acme.example');
  await untilText(panel, 'Ask what they think of the prices');
  await untilText(panel, 'Active');
  await untilText(panel, '3×');
  await untilText(panel, '23 h 0 min');
});

test('a press on a head sorts by it, the next reverses the order, and the address keeps it', async () => {
  const panel = await open(ONE);
  await untilText(panel, 'Ana Diaz');
  // The call that begins before the page's code has arrived is the same.
  expect(host.bodies('get_customers')).toEqual([
    { filter: { statuses: null, search: null }, page_size: 50, after: null },
  ]);
  const order = () => {
    const { sort, direction } = host.bodies('get_customers').at(-1) as Record<string, unknown>;
    return [host.search, sort, direction];
  };
  await press(panel, 'Opened');
  expect(order()).toEqual(['?tab=customers&by=opened', 'opened', 'desc']);
  await press(panel, 'Opened');
  expect(order()).toEqual(['?tab=customers&by=opened&way=asc', 'opened', 'asc']);
  await press(panel, 'Customer');
  expect(order()).toEqual(['?tab=customers&by=customer', 'customer', 'asc']);
  expect([...panel.querySelectorAll('th[aria-sort]')].map((head) => head.getAttribute('aria-sort'))).toEqual([
    'ascending',
    'none',
    'none',
  ]);
  await press(panel, 'Clear all');
  expect(host.search).toBe('?tab=customers');
});

/** Regression: "Not opened yet" stood beside "Expired". */
test.each([
  ['issued', 'Not opened yet'],
  ['expired', 'Never opened'],
  ['revoked', 'Never opened'],
])('a link that is %s and was not opened reads "%s"', async (status, words) => {
  const neverOpened = customerRow({ status, firstOpenedAt: null, lastOpenedAt: null });
  const panel = await open({ get_customers: () => customersPage([neverOpened]) });
  await untilText(panel, words);
});

test('one press shows what each status means, and the meanings do not overlap', async () => {
  const panel = await open(ONE);
  await untilText(panel, 'Ana Diaz');
  const meanings = panel.querySelector('details');
  expect(meanings?.querySelector('summary')?.textContent).toBe('What each status means');
  expect([...(meanings?.querySelectorAll('dd') ?? [])].map((node) => node.textContent)).toEqual([
    'The link was never opened. Time left: more than 4 hours',
    'The link was opened. The customer is not signed in now. Time left: more than 4 hours',
    'The customer is signed in now. Time left: more than 4 hours',
    'The link expires soon, opened or not. Time left: 4 hours or less',
    'The link has expired',
    'The link was revoked',
  ]);
});

/** Regression: "It works for more than 6 hours" stood beside "Time left: 47 h 59 min". */
test('a customer has one time left, beside the status', async () => {
  const panel = await open({
    ...ONE,
    get_customer_note: () => ({ note: '', updatedAt: null }),
    get_customer_timeline: () => ({ lines: [], hasMore: false }),
  });
  await untilText(panel, 'Ana Diaz');
  const inList = panel.querySelector('tbody td [title]');
  expect(inList?.getAttribute('title')).toBe('The customer is signed in now');
  await act(async () => panel.querySelector<HTMLElement>('tbody [data-row-opener]')?.click());
  await untilText(page(), 'Nothing is on record yet.');
  const facts = document.querySelector('[role=dialog] dl')?.textContent;
  expect(facts).toContain('The customer is signed in now');
  expect(facts?.match(/\d+ (h|hours)\b/g)).toEqual(['23 h']);
});

/** Regression: four lines said that the link was not opened, two of them "not yet" beside "The link has expired". */
test.each([
  [{}, 'Opened first', 'Opened last', 'Prices seen'],
  [{ lastOpenedAt: customerRow().firstOpenedAt, openingsCount: 1 }, 'Opened', 'Prices seen'],
  [{ firstOpenedAt: null, lastOpenedAt: null, pricesSeenCount: 0, pricesLastSeenAt: null }, 'Opened'],
])('the facts of a customer repeat none: %j', async (changes, ...labels) => {
  const row = customerRow({ status: 'expired', ...changes });
  const panel = await open({
    get_customers: () => customersPage([row]),
    get_customer_note: () => ({ note: '', updatedAt: null }),
    get_customer_timeline: () => ({ lines: [], hasMore: false }),
  });
  await untilText(panel, 'Ana Diaz');
  await act(async () => panel.querySelector<HTMLElement>('tbody [data-row-opener]')?.click());
  await untilText(page(), 'Nothing is on record yet.');
  const shown = [...document.querySelectorAll('[role=dialog] dt')].map((node) => node.textContent);
  expect(shown.filter((label) => /^(Opened|Prices seen)/.test(label ?? ''))).toEqual(labels);
  expect(document.querySelector('[role=dialog] dl')?.textContent).not.toContain('not yet');
});

test.each([
  [{ name: '', company: '' }, 'You extended access'],
  [{ company: '', pricesSeenCount: 0, pricesLastSeenAt: null }, 'Prices seennever'],
  [{ status: 'revoked', revokedAt: '2026-11-21T09:00:00+00:00' }, 'RevokedSat, Nov 21, 2026, 9:00 AM UTC'],
  [{ hasLiveSession: false, firstOpenedAt: null, lastOpenedAt: null }, 'Openednot yet'],
])('the list and the details of a customer say what is known: %j', async (changes, words) => {
  const lines = (['you', 'operator'] as const).map((by, at) => ({
    id: `60000000-0000-4000-8000-00000000000${at}`,
    occurredAt: '2026-11-21T09:00:00+00:00',
    event: 'link_extended',
    by,
    expiresAt: null,
    reason: null,
  }));
  const panel = await open({
    get_customers: () => customersPage([customerRow(changes)]),
    get_customer_note: () => ({ note: '', updatedAt: null }),
    get_customer_timeline: () => ({ lines, hasMore: true }),
  });
  await untilText(panel, '1 customer shown');
  await act(async () => panel.querySelector<HTMLElement>('tbody [data-row-opener]')?.click());
  await untilText(page(), 'An operator extended access');
  await untilText(page(), 'Some older lines are not shown.');
  await untilText(page(), words);
});

test('a customer of someone else is not shown, and a press on a status filters', async () => {
  const panel = await open(
    {
      get_customers: (body) =>
        customersPage('lead_id' in (body as { filter: object }).filter ? [] : [customerRow()]),
    },
    `?tab=customers&customer=${CUSTOMER_ID.replace('c1', 'c9')}`,
  );
  await untilText(page(), 'This customer is not one of yours, or it no longer exists.');
  await act(async () => document.querySelector<HTMLElement>('[aria-label=Close]')?.click());
  expect(host.search).toBe('?tab=customers');
  await press(panel, 'Active 1');
  expect(host.search).toBe('?tab=customers&state=active');
  await press(panel, 'Active 1');
  expect(host.search).toBe('?tab=customers');
});

test('a session without the id of a representative is told', async () => {
  const panel = await open({}, '', { ...REP_SESSION, rep: { ...REP_SESSION.rep, id: '' } });
  await untilText(panel, 'No sales representative ID available');
});

test("the time left follows the server's clock, even on a machine an hour behind", async () => {
  vi.setSystemTime(new Date('2026-11-21T09:00:00Z'));
  const panel = await open(ONE);
  await untilText(panel, '23 h 0 min');
});

test('between two answers, a link near its end is shown as expiring, then as expired', async () => {
  const panel = await open({
    get_customers: () =>
      customersPage([
        customerRow({
          tokenExpiresAt: '2026-11-21T13:00:00+00:00',
          expiringFrom: '2026-11-21T10:00:00+00:00',
        }),
      ]),
  });
  await untilText(panel, '3 h 0 min');
  expect(panel.querySelector('tbody td')?.textContent).toBe('Expiring');
  expect(panel.querySelector('tbody td [title]')?.getAttribute('title')).toBe(
    'The link expires soon, opened or not',
  );
  vi.setSystemTime(new Date('2026-11-21T13:00:01Z'));
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  await untilText(panel, 'none');
  expect(panel.querySelector('tbody td')?.textContent).toBe('Expired');
});

test('revoking asks for confirmation, revokes, and reloads the list', async () => {
  const panel = await open({
    ...ONE,
    'revoke-access': () => ({ customerId: CUSTOMER_ID, revokedAt: '2026-11-21T10:00:01Z' }),
  });
  await untilText(panel, 'Ana Diaz');
  await press(panel, REVOKE);
  await untilText(page(), 'Revoke access for Ana Diaz?');
  expect(host.bodies('revoke-access')).toEqual([]);
  await press(page(), 'Revoke access');
  expect(host.bodies('revoke-access')).toEqual([{ customerId: CUSTOMER_ID }]);
  expect(panel.textContent).toContain('Access revoked: Ana Diaz sees no prices from now on.');
  expect(document.querySelector('[role=dialog]')).toBeNull();
  expect(host.bodies('get_customers')).toHaveLength(2);
});

/** Regression: the press was dropped without a word until every loaded page had arrived again. */
test('after Extend, Revoke works while the list still reloads', async () => {
  let lists = 0;
  const panel = await open({
    get_customers: () => (lists++ === 0 ? customersPage([customerRow()]) : new Promise(() => {})),
    'extend-access': () => ({ customerId: CUSTOMER_ID, expiresAt: '2026-11-24T10:00:00Z' }),
    'revoke-access': () => ({ customerId: CUSTOMER_ID, revokedAt: '2026-11-21T10:00:01Z' }),
  });
  await untilText(panel, 'Ana Diaz');
  await press(panel, EXTEND);
  await press(page(), 'Extend to 72 hours');
  await untilText(document.body, 'Access extended');
  await press(panel, REVOKE);
  await press(page(), 'Revoke access');
  expect(host.bodies('revoke-access')).toEqual([{ customerId: CUSTOMER_ID }]);
});

test.each([
  ['sent', 'We told them by email.'],
  ['limited', 'could not be sent, so tell them yourself.'],
  ['failed', 'could not be sent, so tell them yourself.'],
  ['not_configured', 'sent no email.'],
  // Regression: the question had promised a mail, and the answer did not say that there was none.
  [undefined, 'adds less than an hour, so we sent no email.'],
])('an extension says what became of the mail to the customer: %s', async (mail, words) => {
  const panel = await open({
    ...ONE,
    'extend-access': () => ({ customerId: CUSTOMER_ID, expiresAt: '2026-11-24T10:00:00Z', mail }),
  });
  await untilText(panel, 'Ana Diaz');
  await press(panel, EXTEND);
  await untilText(page(), 'We tell them by email if that adds an hour.');
  await press(page(), 'Extend to 72 hours');
  await untilText(document.body, words);
});

test('a failed action shows the reason, and can be retried or cancelled', async () => {
  const panel = await open({ ...ONE, 'extend-access': failsWith('forbidden') });
  await untilText(panel, 'Ana Diaz');
  await press(panel, EXTEND);
  await press(page(), 'Extend to 72 hours');
  await untilText(page(), 'no link that could be extended');
  await press(page(), 'Cancel');
  expect(document.querySelector('[role=dialog]')).toBeNull();
});

test('a revoked customer can only get a new link, with the details filled in', async () => {
  const revoked = customerRow({ status: 'revoked', revokedAt: '2026-11-21T09:00:00+00:00' });
  const panel = await open({ get_customers: () => customersPage([revoked]) });
  await untilText(panel, 'Ana Diaz');
  expect(() => buttonNamed(panel, EXTEND)).toThrow();
  await press(panel, 'Issue again Ana Diaz');
  await press(page(), 'Go to Qualify Customers');
  expect(onQualify.mock.calls[0]?.[0]).toMatchObject({ email: 'ana@acme.example', company: 'Acme' });
});

/** Calls about one customer, not about the list. */
const askedForOne = () =>
  host.bodies('get_customers').filter((body) => 'lead_id' in (body as { filter: object }).filter);

test('a listed customer opens without another call, and is reloaded once after an action', async () => {
  const panel = await open({
    ...ONE,
    get_customer_note: () => ({ note: '', updatedAt: null }),
    get_customer_timeline: () => ({ lines: [], hasMore: false }),
    'extend-access': () => ({ customerId: CUSTOMER_ID, expiresAt: '2026-11-23T10:00:00Z' }),
  });
  await untilText(panel, 'Ana Diaz');
  await act(async () => panel.querySelector<HTMLElement>('tbody [data-row-opener]')?.click());
  await untilText(page(), 'Nothing is on record yet.');
  expect(askedForOne()).toEqual([]);
  await press(document.querySelector<HTMLElement>('[role=dialog]') ?? page(), EXTEND);
  await press(page(), 'Extend to 72 hours');
  await expect.poll(askedForOne).toEqual([{ filter: { lead_id: CUSTOMER_ID }, page_size: 1, after: null }]);
});

test('Next leads to the next customer, and the row of the last one has the focus after closing', async () => {
  const next = customerRow({ customerId: '00000000-0000-4000-8000-0000000000c9', name: 'Bo Lund' });
  const panel = await open(
    {
      get_customers: () => customersPage([customerRow(), next]),
      get_customer_timeline: () => new Promise(() => {}),
    },
    `?tab=customers&customer=${CUSTOMER_ID}`,
  );
  await untilText(page(), '1 of 2 shown');
  await press(page(), 'Next');
  await untilText(page(), '2 of 2 shown');
  expect(host.search).toBe(`?tab=customers&customer=${next.customerId}`);
  await act(async () => document.querySelector<HTMLElement>('[aria-label=Close]')?.click());
  expect(panel.contains(document.activeElement)).toBe(true);
  expect(document.activeElement?.textContent).toContain('Bo Lund');
});

test('an address opens a customer who is not on the page, with their history in plain words', async () => {
  const other = '00000000-0000-4000-8000-0000000000c2';
  const panel = await open(
    {
      get_customers: (body) =>
        'lead_id' in (body as { filter: object }).filter
          ? customersPage([customerRow({ customerId: other, name: 'Jo Li' })])
          : customersPage([customerRow()], { nextAfter: 'more' }),
      get_customer_note: () => ({ note: '', updatedAt: null }),
      get_customer_timeline: () => ({
        lines: [
          {
            id: '60000000-0000-4000-8000-000000000001',
            occurredAt: '2026-11-21T09:00:00+00:00',
            event: 'customer_sign_in_failed',
            by: 'customer',
            expiresAt: null,
            reason: 'revoked',
          },
        ],
        hasMore: false,
      }),
    },
    `?tab=customers&customer=${other}`,
  );
  await untilText(panel, 'Ana Diaz');
  await untilText(page(), 'Jo Li tried a link that had been revoked');
  expect(askedForOne()).toHaveLength(1);
  const times = [...document.querySelectorAll('tbody time[title], [role=dialog] ol time')];
  expect(times).toHaveLength(2);
  expect(times.map((time) => time.getAttribute('title'))).toEqual(
    times.map((time) => formatExactInstant(time.getAttribute('datetime') ?? '')),
  );
  await act(async () => document.querySelector<HTMLElement>('[aria-label=Close]')?.click());
  expect(host.search).toBe('?tab=customers');
});

test('more customers load below the shown ones', async () => {
  const second = customerRow({ customerId: '00000000-0000-4000-8000-0000000000c2', name: 'Jo Li' });
  const panel = await open({
    get_customers: (body) =>
      (body as { after: string | null }).after === null
        ? customersPage([customerRow()], { nextAfter: 'more' })
        : customersPage([second]),
  });
  await untilText(panel, 'Ana Diaz');
  await press(panel, 'Load more');
  await untilText(panel, 'Jo Li');
  await untilText(panel, '2 customers shown');
});

/** Regression: the question about the other customer closed. */
test('an extension that is answered after its dialog was closed leaves the next one open', async () => {
  const extension = lateAnswer();
  const second = customerRow({ customerId: '00000000-0000-4000-8000-0000000000c2', name: 'Jo Li' });
  const panel = await open({
    get_customers: () => customersPage([customerRow(), second]),
    'extend-access': extension.handler,
  });
  await untilText(panel, 'Jo Li');
  await press(panel, EXTEND);
  await press(page(), 'Extend to 72 hours');
  await press(page(), 'Cancel');
  await press(panel, 'Revoke Jo Li');
  await extension.give({ customerId: CUSTOMER_ID, expiresAt: '2026-11-23T10:00:00Z' });
  await untilText(document.body, 'Access extended');
  expect(page().textContent).toContain('Revoke access for Jo Li?');
});

/** Regression: the filters were cleared, and then the text was searched. */
test('clearing all stops a search that is being typed', async () => {
  const panel = await open(ONE, '?tab=customers&state=active');
  await untilText(panel, 'Ana Diaz');
  await typeSearch(panel, 'abc');
  await press(panel, 'Clear all');
  await letTypingPass();
  expect(host.search).toBe('?tab=customers');
  expect(panel.querySelector<HTMLInputElement>('[data-portal-search]')?.value).toBe('');
});
