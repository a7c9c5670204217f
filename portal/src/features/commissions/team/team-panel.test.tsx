// @vitest-environment happy-dom
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { failsWith } from '../../../testing/fake-host.tsx';
import {
  buttonNamed,
  choose,
  inputNamed,
  press,
  pressKey,
  stopClock,
  type,
  untilText,
} from '../../../testing/mount.tsx';
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
  netSalesCents: salesCents,
  targetCents: repId === DANA ? 200_000 : null,
});
const RANKING = {
  rows: [ranked(DANA, 'Dana', 900_00, 4), ranked(OMAR, 'Omar', 800_00, 9)],
  targetMonth: '2026-11',
};

const filterOf = (body: unknown) => (body as { filter: { scope?: string; from: string | null } }).filter;
const HANDLERS: Handlers = {
  get_sales_dashboard: (body) => (filterOf(body).from === '2026-10-01' ? emptyDashboardRow(2) : dashboardRow),
  get_sales_table: () => tablePage([{ ...saleRow(1), representative: 'Dana' } as ReturnType<typeof saleRow>]),
  get_sales_ranking: () => RANKING,
  get_sales_imports: () => ({ rows: [], now: '2026-11-21T10:00:00+00:00' }),
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

test('the import of sales is opened beside them', async () => {
  const panel = await open();
  await press(panel, 'Import sales');
  await untilText(document.body, 'CSV file: choose it, or drop it here');
});

test('the rates are opened beside the targets, and the button has the focus again', async () => {
  const panel = await open({
    get_commission_rates: () => ({ rows: [], products: ['Moonshot'], now: '2026-11-21T10:00:00+00:00' }),
  });
  await untilText(panel, 'Omar');
  buttonNamed(panel, 'Rates').focus();
  await press(panel, 'Rates');
  await untilText(document.body, 'There is none, so no sale of today is compared.');
  await press(document.body, 'Cancel');
  await act(() => expect.poll(() => document.activeElement?.textContent).toBe('Rates'));
});

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

test('the ranking compares sales with the target of the month, and no target is the least', async () => {
  const panel = await open();
  await untilText(panel, '45 % of $2,000, behind pace');
  await press(panel, 'Target');
  expect(ranking(panel)).toEqual(['Dana', 'Omar']);
  await press(panel, 'Target');
  expect(ranking(panel)).toEqual(['Omar', 'Dana']);
});

test.each([
  ['days that ended before today', '?tab=team&team-from=2026-11-01&team-to=2026-11-10', '2026-11'],
  ['a month before', '?tab=team&team-from=2026-09-01&team-to=2026-09-30', '2026-09'],
])('a target beside %s has no pace', async (_, search, targetMonth) => {
  const panel = await open({ get_sales_ranking: () => ({ ...RANKING, targetMonth }) }, search);
  await untilText(panel, '45 % of $2,000');
  expect(panel.textContent).not.toContain('pace');
});

const TARGETS = {
  rows: [
    { repId: DANA, name: 'Dana', targetCents: 200_000, targetBeforeCents: 150_000 },
    { repId: OMAR, name: 'Omar', targetCents: null, targetBeforeCents: 3_000_050 },
  ],
};
async function openTargets(handlers: Handlers): Promise<HTMLElement> {
  const panel = await open({ get_sales_targets: () => TARGETS, ...handlers });
  await untilText(panel, 'Omar');
  await press(panel, 'Set targets');
  await untilText(document.body, 'The month before: $30,000.50');
  return document.body;
}

test('targets are set for the month that is shown, and only those that differ are sent', async () => {
  const page = await openTargets({
    'change-targets': () => ({ outcome: 'saved', targets: [{ repId: OMAR, targetCents: 3_000_050 }] }),
  });
  expect(page.querySelector('[role=dialog] h2')?.textContent).toBe('Targets for November 2026');
  expect(inputNamed(page, DANA).value).toBe('2000.00');
  const charts = host.bodies('get_sales_dashboard').length;
  await press(page, 'Copy the month before');
  await type(page, DANA, '$2,000');
  await press(page, 'Save targets');
  await expect
    .poll(() => host.bodies('change-targets'))
    .toEqual([{ month: '2026-11', targets: [{ repId: OMAR, beforeCents: null, afterCents: 3_000_050 }] }]);
  await expect.poll(() => page.querySelector('[role=dialog]')).toBeNull();
  expect(page.textContent).toContain('Targets saved: 1 changed for November 2026.');
  await expect.poll(() => host.bodies('get_sales_ranking').length).toBeGreaterThan(1);
  // A person's charts have their targets.
  await expect.poll(() => host.bodies('get_sales_dashboard').length).toBeGreaterThan(charts);
});

test.each(['0', '-5', 'many', '1000000000', '5.001', '1234,50', '12,3456'])(
  'a target of %j is refused beside its field',
  async (text) => {
    const page = await openTargets({});
    await type(page, OMAR, text);
    await press(page, 'Save targets');
    await untilText(page, 'Write digits and a point, such as 30000 or 1234.50');
    expect(document.activeElement).toBe(inputNamed(page, OMAR));
    expect(host.bodies('change-targets')).toEqual([]);
  },
);

test('an empty field removes a target, and the next month has its own', async () => {
  const page = await openTargets({
    'change-targets': () => ({ outcome: 'saved', targets: [{ repId: DANA, targetCents: null }] }),
  });
  await press(page, 'Show December 2026');
  await untilText(page, 'The month before: $1,500.00');
  expect(page.textContent).toContain('Targets for December 2026');
  expect(host.bodies('get_sales_targets')).toEqual([{ month: '2026-11' }, { month: '2026-12' }]);
  await type(page, DANA, ' ');
  await press(page, 'Save targets');
  await expect
    .poll(() => host.bodies('change-targets'))
    .toEqual([{ month: '2026-12', targets: [{ repId: DANA, beforeCents: 200_000, afterCents: null }] }]);
});

test('what differs in nothing is not sent, and a month without targets before has none to copy', async () => {
  const rows = TARGETS.rows.map((row) => ({ ...row, targetBeforeCents: null }));
  const panel = await open({ get_sales_targets: () => ({ rows }) });
  await untilText(panel, 'Omar');
  await press(panel, 'Set targets');
  await untilText(document.body, 'No target the month before');
  expect(document.body.textContent).not.toContain('Copy the month before');
  await press(document.body, 'Save targets');
  await act(() => expect.poll(() => document.querySelector('[role=dialog]')).toBeNull());
  expect(host.bodies('change-targets')).toEqual([]);
  expect(document.body.textContent).not.toContain('Targets saved');
});

test('a target of a representative who is gone says so', async () => {
  const page = await openTargets({ 'change-targets': failsWith('not_found') });
  await type(page, OMAR, '500');
  await press(page, 'Save targets');
  await untilText(page, 'One of these representatives is gone.');
});

test('a long ranking shows its first 25, then all, and says so to the keyboard', async () => {
  const rows = Array.from({ length: 26 }, (_, at) => ranked(saleId(100 + at), `Rep ${at}`, 100_00 - at, 1));
  const panel = await open({ get_sales_ranking: () => ({ ...RANKING, rows }) });
  await untilText(panel, 'The first 25 of 26 representatives are shown');
  expect(ranking(panel)).toEqual(rows.slice(0, 25).map(({ name }) => name));
  await press(panel, 'Show all 26');
  expect(ranking(panel)).toEqual(rows.map(({ name }) => name));
  expect(document.activeElement?.textContent).toBe('All 26 representatives are shown');
});

test('on a phone, the ranking takes its order from a choice and a button', async () => {
  const gone = { ...RANKING, rows: RANKING.rows.map((row) => ({ ...row, isDisabled: true })) };
  const panel = await open({ get_sales_ranking: () => gone });
  await untilText(panel, 'Omar');
  await choose(panel, 'Rank by', 'name');
  await press(panel, 'Reverse the order');
  expect(ranking(panel).map((name) => name?.replace('Disabled', ''))).toEqual(['Omar', 'Dana']);
  expect(host.search).toContain('team-by=name&team-way=desc');
  await untilText(panel, 'Omar (disabled)');
});

test('a target that another manager set first is told, and saving again replaces it', async () => {
  const answers = [
    { outcome: 'conflict', targets: [{ repId: OMAR, targetCents: 700 }] },
    { outcome: 'saved', targets: [{ repId: OMAR, targetCents: 50_000 }] },
  ];
  const page = await openTargets({ 'change-targets': () => answers.shift() });
  await type(page, OMAR, '500');
  await press(page, 'Save targets');
  await untilText(page, 'Another manager set some of these targets first. Nothing was saved.');
  expect(page.querySelector('[role=dialog] dl')?.textContent).toBe('Omar7.00');
  expect(inputNamed(page, OMAR).value).toBe('500');
  await press(page, 'Save targets');
  await expect
    .poll(() => host.bodies('change-targets').at(-1))
    .toEqual({
      month: '2026-11',
      targets: [{ repId: OMAR, beforeCents: 700, afterCents: 50_000 }],
    });
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

test('the period before is marked as old until its own new figures are there', async () => {
  let [now, before]: (() => unknown)[] = [() => emptyDashboardRow(2), () => emptyDashboardRow(2)];
  const panel = await open({
    get_sales_dashboard: (body) => (filterOf(body).from === '2026-10-01' ? before?.() : now?.()),
  });
  await untilText(panel, 'Omar');
  await untilText(panel, 'Oct 1, 2026 to Oct 21, 2026');
  [now, before] = [() => dashboardRow, () => new Promise(() => {})];
  await act(async () => host.visit('?tab=team&team-q=ana'));
  await untilText(panel, 'Sales value$5,095.00$0.00');
  const old = () => [...panel.querySelectorAll('[aria-busy=true]')].map((part) => part.closest('section'));
  await act(() =>
    expect
      .poll(() => old().map((part) => part?.querySelector('h3')?.textContent))
      .toEqual(['Compared with the period before']),
  );
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
    get_sales_targets: () => ({ rows: [] }),
  });
  await untilText(panel, 'No sales data available yet.');
  await untilText(panel, 'There are no representatives yet.');
  await press(panel, 'Set targets');
  const dialog = () => document.querySelector('[role=dialog]')?.textContent;
  await act(() => expect.poll(dialog).toContain('There are no representatives yet.'));
});
