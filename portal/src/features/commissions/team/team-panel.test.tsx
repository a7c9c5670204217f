// @vitest-environment happy-dom
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { failsWith } from '../../../testing/fake-host.tsx';
import { choose, press, pressKey, stopClock, untilText } from '../../../testing/mount.tsx';
import { type Handlers, RoutedHost } from '../../../testing/routed-host.tsx';
import { dashboardRow, emptyDashboardRow, saleId, saleRow, tablePage } from '../sales-fixtures.ts';
import TeamPanel from './team-panel.tsx';

const [DANA, OMAR] = [saleId(71), saleId(72)];
const ranked = (repId: string, name: string, salesCents: number, openedCount: number) => ({
  repId,
  name,
  isDisabled: false,
  salesCount: 2,
  salesCents,
  earnedCents: 1_000,
  netCommissionCents: 2_000,
  openedCount,
  openedSoldCount: 1,
});
const RANKING = { rows: [ranked(DANA, 'Dana', 900_00, 4), ranked(OMAR, 'Omar', 800_00, 9)] };

const filterOf = (body: unknown) => (body as { filter: { scope?: string; from: string | null } }).filter;
const HANDLERS: Handlers = {
  get_sales_dashboard: (body) => (filterOf(body).from === '2026-10-01' ? emptyDashboardRow(2) : dashboardRow),
  get_sales_table: () => tablePage([{ ...saleRow(1), representative: 'Dana' } as ReturnType<typeof saleRow>]),
  get_sales_ranking: () => RANKING,
};

let host: RoutedHost;
async function open(handlers: Handlers = {}, search = '?tab=team'): Promise<HTMLElement> {
  host = new RoutedHost({ ...HANDLERS, ...handlers }, search);
  return (await host.mount(<TeamPanel />)).container;
}
beforeEach(() => {
  stopClock();
  return () => vi.useRealTimers();
});

const ranking = (panel: HTMLElement) => {
  const rows = panel.querySelectorAll('[aria-labelledby=portal-ranking-heading] tbody tr');
  return [...rows].map((row) => row.querySelector('th')?.textContent);
};

test('the sales of all are shown, each with who sold it, beside the period before', async () => {
  const panel = await open();
  await untilText(panel, 'Sold by Dana');
  await untilText(panel, 'Oct 1, 2026 to Oct 21, 2026');
  expect(panel.querySelector('[aria-labelledby=portal-comparison-heading]')?.textContent).toContain(
    'Sales value$5,095.00$0.00new',
  );
  expect(new Set(host.bodies('get_sales_dashboard').map((body) => filterOf(body).scope))).toEqual(
    new Set(['all']),
  );
  expect(panel.textContent).not.toMatch(/filtered|your/i);
});

test('a commission clawed back is an amount above zero, so that more of it is an increase', async () => {
  const clawedBack = (clawbackCents: number) => ({
    ...dashboardRow,
    totals: { ...dashboardRow.totals, clawbackCents },
  });
  const panel = await open({
    get_sales_dashboard: (body) => clawedBack(filterOf(body).from === '2026-10-01' ? -10_000 : -25_600),
  });
  await untilText(panel, 'Clawed back$256.00$100.00+156 %');
  await untilText(panel, 'Cancelled, not counted$151.60$151.60same');
});

test('the ranking sorts by its columns, and the address keeps the order', async () => {
  const panel = await open();
  await vi.waitFor(() => expect(ranking(panel)).toEqual(['Dana', 'Omar']));
  await press(panel, 'Links opened');
  expect(ranking(panel)).toEqual(['Omar', 'Dana']);
  expect(host.search).toContain('team-by=openedCount');
  await press(panel, 'Links opened');
  expect(ranking(panel)).toEqual(['Dana', 'Omar']);
  expect(host.bodies('get_sales_ranking')).toHaveLength(1);
});

test('a press on a representative shows their figures alone, and the choice has the focus', async () => {
  const panel = await open();
  await untilText(panel, 'Omar');
  await press(panel, 'Omar');
  await act(() =>
    expect.poll(() => host.bodies('get_sales_table').map((body) => filterOf(body).scope)).toContain(OMAR),
  );
  expect(host.search).toContain(`team-rep=${OMAR}`);
  expect(ranking(panel)).toEqual([]);
  expect(document.activeElement?.tagName).toBe('SELECT');
  await untilText(panel, 'Ana Diaz');
  expect(panel.textContent).not.toContain('Sold by');
  await choose(panel, 'Representative', '');
  await untilText(panel, 'Sold by Dana');
  expect(host.search).not.toContain('team-rep');
});

test('clearing the filters keeps the representative, and touches no filter of another tab', async () => {
  const search = `?tab=team&from=2026-01-01&team-rep=${DANA}&team-q=ana`;
  const panel = await open({}, search);
  await untilText(panel, 'Ana Diaz');
  expect(host.bodies('get_sales_table')[0]).toMatchObject({ filter: { scope: DANA, search: 'ana' } });
  await pressKey('c');
  expect(host.search).toBe(`?tab=team&from=2026-01-01&team-rep=${DANA}&team-range=all`);
});

test('an export asks the call that leaves a line in the trail', async () => {
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${files.push(file as Blob)}`);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const panel = await open({
    'export-list': () => ({
      page: tablePage([{ ...saleRow(1), representative: 'Dana' } as ReturnType<typeof saleRow>]),
    }),
  });
  await untilText(panel, 'Sold by Dana');
  await press(panel, 'Export CSV');
  await act(() => expect.poll(() => files.length).toBe(1));
  expect(host.bodies('export-list')).toMatchObject([
    { list: 'sales', filter: { scope: 'all' }, sort: 'sale_date', direction: 'desc', after: null },
  ]);
  expect(await files[0]?.text()).toContain('Company,Representative,');
  expect(await files[0]?.text()).toContain(',Acme,Dana,');
  vi.restoreAllMocks();
});

test('a failed ranking, or period before, leaves the rest, and a retry loads it', async () => {
  let answer: () => unknown = failsWith('internal');
  const panel = await open({ get_sales_ranking: () => answer() });
  await untilText(panel, 'Failed to load the ranking.');
  await untilText(panel, 'Sold by Dana');
  answer = () => RANKING;
  await press(panel, 'Try again');
  await untilText(panel, 'Omar');
});

test('no sales, and no representatives, are said', async () => {
  const panel = await open({
    get_sales_dashboard: () => emptyDashboardRow(0),
    get_sales_table: () => tablePage([]),
    get_sales_ranking: () => ({ rows: [] }),
  });
  await untilText(panel, 'No sales data available yet.');
  await untilText(panel, 'There are no representatives yet.');
});
