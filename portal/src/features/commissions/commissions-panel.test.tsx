// @vitest-environment happy-dom
import { translatePage } from '@corvane/shared/testing/translate-page';
import { act } from 'react';
import { beforeAll, expect, test, vi } from 'vitest';
import { queryClientForSession } from '../../app/session-query-client.ts';
import { failsWith, REP_SESSION } from '../../testing/fake-host.tsx';
import {
  buttonNamed,
  choose,
  letTypingPass,
  press,
  pressKey,
  pressRefresh,
  typeSearch,
  untilText,
} from '../../testing/mount.tsx';
import { type Handlers, RoutedHost } from '../../testing/routed-host.tsx';
import { CommissionsPanel } from './commissions-panel.tsx';
import { dashboardRow, emptyDashboardRow, saleId, saleRow, tablePage } from './sales-fixtures.ts';

/** A browser fetches them while it is idle. */
beforeAll(async () => void (await import('./details.tsx')));

let host: RoutedHost;

async function open(handlers: Handlers, search = '', session = REP_SESSION): Promise<HTMLElement> {
  host = new RoutedHost(handlers, search, session);
  return (await host.mount(<CommissionsPanel />)).container;
}

const LOAD_FAILED = 'Failed to load sales data. Please try again later.';
const NEVER = () => new Promise(() => {});
const ONE_SALE: Handlers = {
  get_sales_dashboard: () => dashboardRow,
  get_sales_table: () => tablePage([saleRow(1)]),
};

test('each part shows that it is loading', async () => {
  const panel = await open({ get_sales_dashboard: NEVER, get_sales_table: NEVER });
  const said = [...panel.querySelectorAll('[aria-busy] [role=status]')].map((node) => node.textContent);
  expect(said).toContain('Loading totals');
  expect(said).toContain('Loading sales');
});

test('after a failed load, a retry loads the sales', async () => {
  let page: () => unknown = failsWith('internal');
  const panel = await open({ ...ONE_SALE, get_sales_table: () => page() });
  await untilText(panel, LOAD_FAILED);
  page = () => tablePage([saleRow(1)]);
  await press(panel, 'Try again');
  await untilText(panel, 'Ana Diaz');
  expect(panel.textContent).not.toContain(LOAD_FAILED);
});

test('failed totals leave the sales in place', async () => {
  const panel = await open({ ...ONE_SALE, get_sales_dashboard: failsWith('internal') });
  await untilText(panel, 'Failed to load totals.');
  await untilText(panel, 'Ana Diaz');
  expect(panel.querySelector('tfoot')).toBeNull();
});

test('a rep without sales sees a message that there are none yet', async () => {
  const panel = await open({
    get_sales_dashboard: () => emptyDashboardRow(0),
    get_sales_table: () => tablePage([]),
  });
  await untilText(panel, 'No sales data available yet.');
  expect(panel.querySelector('table')).toBeNull();
  // The message waits for the count, which comes from another call.
  await act(() => expect.poll(() => buttonNamed(panel, 'Export CSV').disabled).toBe(true));
});

test('filters without a match show a message, and clearing them shows the sales again', async () => {
  const panel = await open(
    {
      get_sales_dashboard: () => emptyDashboardRow(2),
      get_sales_table: (body) =>
        tablePage((body as { filter: { search: string | null } }).filter.search === null ? [saleRow(1)] : []),
    },
    '?tab=commissions&q=nobody&status=cancelled&from=2026-01-01',
  );
  await untilText(panel, 'No sales match these filters.');
  expect(panel.textContent).not.toContain('No sales data available yet.');
  await press(panel, 'Clear all filters');
  await untilText(panel, 'Ana Diaz');
  expect(host.search).toBe('?tab=commissions&range=all');
});

test.each([
  ['Billing', 'annual', { filter: { billing_frequencies: ['annual'] } }],
  ['Status', 'cancelled', { filter: { statuses: ['cancelled'] } }],
  ['Commission', 'earned', { filter: { commission_groups: ['earned'] } }],
  ['Order', 'amount asc', { sort: 'amount', direction: 'asc' }],
])('the choice of "%s" takes %s', async (label, value, asked) => {
  const panel = await open(ONE_SALE);
  await untilText(panel, 'Ana Diaz');
  await choose(panel, label, value);
  await untilText(panel, 'Ana Diaz');
  expect(host.bodies('get_sales_table').at(-1)).toMatchObject(asked);
});

test("another's sale in the address is not told, and its dialog closes", async () => {
  const search = `?tab=commissions&sale=${saleId(9)}`;
  await open({ ...ONE_SALE, get_sale_explanation: failsWith('not_found') }, search);
  await untilText(document.body, 'This sale is not one of yours, or it no longer exists.');
  await act(async () => document.querySelector<HTMLElement>('[aria-label=Close]')?.click());
  expect(host.search).toBe('?tab=commissions');
});

test('a month without sales shows a message and offers the sales of all time', async () => {
  const panel = await open({
    get_sales_dashboard: () => emptyDashboardRow(2),
    get_sales_table: (body) =>
      tablePage((body as { filter: { from: string | null } }).filter.from === null ? [saleRow(1)] : []),
  });
  await untilText(panel, 'No sales in this period.');
  await press(panel, 'Show sales of all time');
  await untilText(panel, 'Ana Diaz');
  expect(host.search).toBe('?range=all');
});

test("each figure says what it counts, and agrees with the table's footer", async () => {
  const cancelled = saleRow(2, {
    amountCents: 189_500,
    isCancelled: true,
    cancelledAt: '2026-11-02T23:30:00Z',
    commissionGroup: 'cancelled',
    customer: null,
  });
  const panel = await open({ ...ONE_SALE, get_sales_table: () => tablePage([saleRow(1), cancelled]) });
  await untilText(panel, 'Total Sales ValueAll time$5,095.00All 2 sales, including cancelled ones');
  await untilText(panel, 'This month$5,095.00Net of cancellations$3,200.00');
  await untilText(panel, 'Active SubscriptionsAll time1Sales not cancelled, of 2This month1 of 2');
  await untilText(panel, 'Remaining commissionThis month: Nov 1, 2026 to Nov 21, 2026$256.00');
  await untilText(panel, 'CancelledNov 2, 2026');
  expect(panel.querySelectorAll('[data-row-opener]')[1]?.textContent).toBe('Unknown Customer');
  const foot = [...panel.querySelectorAll('tfoot tr')].map((row) => row.textContent);
  expect(foot[0]).toContain('Total of 2 sales');
  expect(foot[0]).toContain('$5,095.00');
  expect(foot[1]).toContain('$3,200.00');
});

test('a clawback is in the count of the specification, and the cards say how many there are without', async () => {
  const { totals } = dashboardRow;
  const get_sales_dashboard = () => ({
    ...dashboardRow,
    allActiveCount: 10,
    allClawbackCount: 3,
    totals: { ...totals, salesCount: 6, activeCount: 5, clawbackCount: 1 },
  });
  const panel = await open({ ...ONE_SALE, get_sales_dashboard });
  await untilText(panel, 'All time10Sales not cancelled, of 2Without clawbacks7');
  await untilText(panel, 'This month5 of 6Without clawbacks4');
  await press(panel, 'All time');
  await vi.waitFor(() => expect(panel.textContent).not.toContain('5 of 6'));
  expect(panel.textContent).toContain('Without clawbacks7');
});

test("if no sale is cancelled, the table's footer has one total", async () => {
  const { totals } = dashboardRow;
  const get_sales_dashboard = () => ({
    ...dashboardRow,
    totals: { ...totals, activeCount: totals.salesCount },
  });
  const panel = await open({ ...ONE_SALE, get_sales_dashboard });
  await untilText(panel, 'Total of 2 sales');
  expect(panel.querySelectorAll('tfoot tr')).toHaveLength(1);
});

/**
 * Regression: earned plus pending minus 'clawed back' gave a wrong remainder. 'Clawed back' included cancelled sales,
 * and the other two did not.
 */
test('the remaining commission is the sum of its parts, and each part opens and links to its sales', async () => {
  const panel = await open(ONE_SALE);
  await untilText(panel, 'Remaining commission');
  const sum = panel.querySelector('[aria-label="How it adds up"]');
  expect(sum?.textContent?.replaceAll(' ', '')).toBe(
    '=Earned$0.00+Pending$256.00\u2212Clawedback$0.00Cancelled,notcounted$151.60',
  );
  // A printed page has a text for every part. Screens hide it.
  const shown = panel.querySelector<HTMLElement>('[id$="-part"]');
  if (shown === null) throw new Error('The sum has no place for a part');
  await press(panel, 'Pending $256.00');
  await untilText(shown, '1 sale younger than 30 days. A sale can still be cancelled.');
  await press(panel, 'Show this sale');
  expect(host.search).toBe('?commission=pending');
  expect(host.bodies('get_sales_table').at(-1)).toMatchObject({ filter: { commission_groups: ['pending'] } });
  expect(document.activeElement?.textContent).toBe('Sales');
  await press(panel, 'Clawed back $0.00');
  await untilText(shown, '0 sales with a negative commission');
  expect(shown.textContent).not.toContain('younger than 30 days');
});

/** A computer's clock may be a day ahead, and so in another month. */
test("this month is the server's month", async () => {
  let today = '2031-02-03';
  const panel = await open({ ...ONE_SALE, get_sales_dashboard: () => ({ ...dashboardRow, today }) });
  await untilText(panel, 'This month: Feb 1, 2031 to Feb 3, 2031');
  const days = { from: '2031-02-01', to: '2031-02-03' };
  expect(host.bodies('get_sales_table').at(-1)).toMatchObject({ filter: days });
  today = '2031-02-04';
  await act(() => queryClientForSession('test').refetchQueries());
  await untilText(panel, 'This month: Feb 1, 2031 to Feb 4, 2031');
});

test('a column header sorts by its column, reverses the order, and shows the order', async () => {
  const panel = await open(ONE_SALE);
  await untilText(panel, 'Ana Diaz');
  await press(panel, 'Amount');
  expect(host.search).toBe('?sort=amount');
  const amountHead = () => buttonNamed(panel, 'Amount').closest('th')?.getAttribute('aria-sort');
  expect(amountHead()).toBe('descending');
  await press(panel, 'Amount');
  expect(host.search).toBe('?sort=amount&order=asc');
  expect(amountHead()).toBe('ascending');
  expect(host.bodies('get_sales_table').at(-1)).toMatchObject({
    sort: 'amount',
    direction: 'asc',
    after: null,
  });
});

test('a table that the browser translated can be sorted', async () => {
  const end = translatePage();
  const panel = await open(ONE_SALE);
  await untilText(panel, 'Ana Diaz');
  for (const order of ['descending', 'ascending', 'descending']) {
    await press(panel, 'Amount');
    expect(buttonNamed(panel, 'Amount').closest('th')?.getAttribute('aria-sort')).toBe(order);
  }
  end();
});

test('paging uses cursors in both directions, and a new filter starts at the first page', async () => {
  const panel = await open({
    ...ONE_SALE,
    get_sales_table: (body) =>
      (body as { after: string | null }).after === null
        ? tablePage([saleRow(1)], 'second')
        : tablePage([saleRow(2, { productName: 'Pixel Package' })]),
  });
  await untilText(panel, 'Accelerate Pro');
  await press(panel, 'Next page');
  await untilText(panel, 'Pixel Package');
  expect(buttonNamed(panel, 'Next page').disabled).toBe(true);
  expect(document.activeElement?.textContent).toBe('Sales 26 to 26 of 2');
  await press(panel, 'Previous page');
  await untilText(panel, 'Sales 1 to 1 of 2');
  await press(panel, 'Next page');
  await press(panel, 'This year');
  expect(host.search).toBe('?from=2026-01-01&to=2026-11-21');
  expect(host.bodies('get_sales_table').at(-1)).toMatchObject({ after: null });
  await press(panel, 'All time');
  await untilText(panel, 'Sales 1 to 1 of 2');
});

/** Regression: the rows of one page had the numbers of another, or the count of another filter. */
test('the pager shows no range while other sales load, and no count of another filter', async () => {
  let total: () => unknown = () => dashboardRow;
  let rows: () => unknown = () => tablePage([saleRow(1)], 'second');
  const panel = await open({ get_sales_dashboard: () => total(), get_sales_table: () => rows() });
  const words = () => panel.querySelector('nav [role=status]')?.textContent;
  await untilText(panel, 'Sales 1 to 1 of 2');
  rows = NEVER;
  await press(panel, 'Next page');
  expect(words()).toBe('Loading sales');
  await press(panel, 'Previous page');
  expect(words()).toBe('Sales 1 to 1 of 2');
  // The count arrives first.
  await press(panel, 'This year');
  expect(words()).toBe('Loading sales');
  // The sales arrive first.
  rows = () => tablePage([saleRow(1)]);
  total = NEVER;
  await press(panel, 'All time');
  await act(() => expect.poll(words).toBe('Sales 1 to 1'));
});

test('while a cleared filter loads, its empty list is not taken for the new one', async () => {
  const panel = await open(
    {
      get_sales_dashboard: () => emptyDashboardRow(2),
      get_sales_table: (body) =>
        (body as { filter: { search: string | null } }).filter.search === null ? NEVER() : tablePage([]),
    },
    '?range=all&q=nobody',
  );
  await untilText(panel, 'No sales match these filters.');
  await press(panel, 'Clear all filters');
  expect(panel.textContent).not.toContain('No sales');
  expect(panel.textContent).toContain('Loading sales');
});

/**
 * Regression: the menu computed from the rendered choice. The host renders a new address later, so a tick could
 * be lost.
 */
test('products ticked faster than the address is rendered all filter the sales', async () => {
  const products = ['Accelerate Pro', 'Enterprise', 'Moonshot'];
  const panel = await open({ ...ONE_SALE, get_sales_dashboard: () => ({ ...dashboardRow, products }) });
  await untilText(panel, 'Ana Diaz');
  await press(panel, 'All products');
  const tick = (index: number) =>
    act(async () => panel.querySelectorAll<HTMLInputElement>('input[type=checkbox]')[index]?.click());
  host.drawLate();
  await tick(0);
  await tick(1);
  await act(async () => host.drawNext());
  await tick(2);
  expect(new URLSearchParams(window.location.search).getAll('product')).toEqual(products);
});

/** Regression: the sales were loaded, but not yet their new count, and the export said that there was nothing. */
test('the count of the previous filter does not stop the export', async () => {
  const isNarrowed = (body: unknown) =>
    (body as { filter: { search: string | null } }).filter.search !== null;
  const panel = await open(
    {
      get_sales_dashboard: (body) => (isNarrowed(body) ? emptyDashboardRow(2) : NEVER()),
      get_sales_table: (body) => tablePage(isNarrowed(body) ? [] : [saleRow(1)]),
    },
    '?range=all&q=nobody',
  );
  await untilText(panel, 'No sales match these filters.');
  expect(buttonNamed(panel, 'Export CSV').disabled).toBe(true);
  await press(panel, 'Clear all filters');
  await untilText(panel, 'Ana Diaz');
  expect(buttonNamed(panel, 'Export CSV').disabled).toBe(false);
});

test('a press anywhere in a row opens its explanation once', async () => {
  const panel = await open({ ...ONE_SALE, get_sale_explanation: NEVER });
  await untilText(panel, 'Ana Diaz');
  const row = panel.querySelector<HTMLElement>('tr[data-row-id]');
  await act(async () => row?.querySelector<HTMLElement>('td:last-child')?.click());
  expect(host.search).toBe(`?sale=${saleRow(1).id}`);
  expect(host.bodies('get_sale_explanation')).toHaveLength(1);
});

test('the explanation of a clawback leads to that of the sale that it probably reverses', async () => {
  const facts = { rate: 0.08, pendingDays: 30, pendingUntil: '2026-12-20', figures: [] };
  const clawback = { commissionGroup: 'clawback', reverses: { id: saleId(2), saleDate: '2026-09-30' } };
  await open(
    {
      ...ONE_SALE,
      get_product_description: () => [],
      get_product_features: () => [],
      get_sale_explanation: (body) =>
        (body as { sale_id: string }).sale_id === saleId(1)
          ? { ...facts, ...clawback, sale: saleRow(1, { commissionCents: -25_600 }) }
          : { ...facts, commissionGroup: 'earned', sale: saleRow(2, { saleDate: '2026-09-30' }) },
    },
    `?sale=${saleId(1)}`,
  );
  await untilText(document.body, 'It is probably the sale of Sep 30, 2026.');
  await press(document.body, 'Explain the sale of Sep 30, 2026');
  expect(host.search).toBe(`?sale=${saleId(2)}`);
  await untilText(document.body, 'The commission is earned');
  expect(document.body.textContent).not.toContain('Explain the sale');
});

test('a press that selects text in a row does not open its explanation', async () => {
  const panel = await open({ ...ONE_SALE, get_sale_explanation: NEVER });
  await untilText(panel, 'Ana Diaz');
  for (const cell of panel.querySelectorAll<HTMLElement>('tr[data-row-id] td')) {
    document.getSelection()?.selectAllChildren(cell);
    await act(async () => cell.click());
  }
  document.getSelection()?.removeAllRanges();
  expect(host.search).toBe('');
});

test('figures that cannot be refreshed stay on the screen and are marked as out of date', async () => {
  let dashboard: () => unknown = () => dashboardRow;
  let page: () => unknown = () => tablePage([saleRow(1)]);
  const panel = await open({ get_sales_dashboard: () => dashboard(), get_sales_table: () => page() });
  await untilText(panel, 'Ana Diaz');
  dashboard = page = failsWith('internal');
  await act(() => queryClientForSession('test').refetchQueries());
  await untilText(panel, 'These totals could not be refreshed');
  await untilText(panel, 'These sales could not be refreshed');
  expect(panel.textContent).toContain('$5,095.00');
  expect(panel.textContent).toContain('Ana Diaz');
});

test('figures stay marked as out of date while they are refreshed', async () => {
  let dashboard: () => unknown = () => dashboardRow;
  let page: () => unknown = () => tablePage([saleRow(1)]);
  const panel = await open({ get_sales_dashboard: () => dashboard(), get_sales_table: () => page() });
  await untilText(panel, 'Ana Diaz');
  dashboard = page = failsWith('internal');
  await act(() => queryClientForSession('test').refetchQueries());
  dashboard = page = NEVER;
  await pressRefresh(panel, 'These totals could not be refreshed and may be out of date.');
  await pressRefresh(panel, 'These sales could not be refreshed and may be out of date.');
});

test('without a representative ID no call is made', async () => {
  const panel = await open({}, '', { ...REP_SESSION, rep: { ...REP_SESSION.rep, id: '' } });
  await untilText(panel, 'No sales representative ID available');
  expect(host.calls).toEqual([]);
});

/** Regression: everything was cleared, and then the text was searched. */
test.each([
  ['the key c', () => pressKey('c')],
  ['the button below an empty list', (panel: HTMLElement) => press(panel, 'Clear all filters')],
])('%s stops a search that is being typed', async (_how, clear) => {
  const none: Handlers = {
    get_sales_dashboard: () => emptyDashboardRow(2),
    get_sales_table: () => tablePage([]),
  };
  const panel = await open(none, '?range=all&status=cancelled');
  await untilText(panel, 'No sales match these filters.');
  await typeSearch(panel, 'abc');
  await clear(panel);
  await letTypingPass();
  expect(host.search).toBe('?range=all');
  expect(panel.querySelector<HTMLInputElement>('[data-portal-search]')?.value).toBe('');
});
