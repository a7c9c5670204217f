import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type SalesSums,
  salesDashboardSchema,
} from '../../../shared/src/contracts/backend/sales/sales-dashboard.ts';
import type { SalesFilter } from '../../../shared/src/contracts/backend/sales/sales-filter.ts';
import {
  SALES_SORTS,
  type SalesSort,
  type SalesTableRow,
  SORT_DIRECTIONS,
  salesTablePageSchema,
} from '../../../shared/src/contracts/backend/sales/sales-table.ts';
import { COMMISSION_PENDING_DAYS } from '../../../shared/src/contracts/backend/terms.ts';
import {
  addRep,
  daysAgo,
  groupOf,
  insertSales,
  makeFilter,
  makeSales,
  matches,
  type SampleSale,
  seededRandom,
  today,
} from '../fixtures/sales-sample.ts';
import { startTestBackend, type TestBackend } from '../fixtures/start-test-backend.ts';

const CASES = 60;

let api: TestBackend;
let repId: string;
let token: string;
let sales: SampleSale[];

beforeAll(async () => {
  api = await startTestBackend();
  ({ repId, token } = await addRep(api, 'Sample'));
  const { repId: otherRepId } = await addRep(api, 'Other');
  sales = makeSales(400, seededRandom(6));
  await insertSales(api, repId, otherRepId, sales);
  // Another representative's sales, which no figure may count.
  await insertSales(
    api,
    otherRepId,
    repId,
    makeSales(5, seededRandom(7)).map((sale) => ({ ...sale, customer: null })),
  );
});

afterAll(() => api.close());

async function dashboard(filter: SalesFilter) {
  const answer = await api.rpc('get_sales_dashboard', { filter }, token);
  expect(answer.status, answer.text).toBe(200);
  return salesDashboardSchema.parse(answer.body);
}

async function allPages(filter: SalesFilter, sort: SalesSort, direction: string, pageSize: number) {
  const rows: SalesTableRow[] = [];
  let after: string | null = null;
  do {
    const answer = await api.rpc(
      'get_sales_table',
      { filter, sort, direction, page_size: pageSize, after },
      token,
    );
    expect(answer.status, answer.text).toBe(200);
    const page = salesTablePageSchema.parse(answer.body);
    expect(page.rows.length).toBeLessThanOrEqual(pageSize);
    expect(page.hasMore).toBe(page.nextAfter !== null);
    if (page.hasMore) expect(page.rows).toHaveLength(pageSize);
    rows.push(...page.rows);
    // A page that starts at the same place again would never end.
    expect(rows.length).toBeLessThanOrEqual(sales.length);
    after = page.nextAfter;
  } while (after !== null);
  return rows;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

/** Plainly, sale by sale. */
function sumsOf(expected: readonly SampleSale[]): SalesSums {
  const active = expected.filter((sale) => !sale.is_cancelled);
  return {
    salesCount: expected.length,
    activeCount: active.length,
    salesCents: sum(expected.map((sale) => sale.sale_amount)),
    netSalesCents: sum(active.map((sale) => sale.sale_amount)),
    commissionCents: sum(expected.map((sale) => sale.commission)),
    netCommissionCents: sum(active.map((sale) => sale.commission)),
  };
}

function added(parts: readonly SalesSums[]): SalesSums {
  const total = (key: keyof SalesSums) => sum(parts.map((part) => part[key]));
  return {
    salesCount: total('salesCount'),
    activeCount: total('activeCount'),
    salesCents: total('salesCents'),
    netSalesCents: total('netSalesCents'),
    commissionCents: total('commissionCents'),
    netCommissionCents: total('netCommissionCents'),
  };
}

const orderKeys: Record<SalesSort, (row: SalesTableRow) => readonly (string | number)[]> = {
  sale_date: (row) => [row.saleDate],
  amount: (row) => [row.amountCents],
  commission: (row) => [row.commissionCents],
  customer: (row) => [
    (row.customer?.name || row.customer?.email || '').toLowerCase(),
    row.customer?.id ?? '',
  ],
  product: (row) => [row.productName],
  status: (row) => [Number(row.isCancelled)],
};

function compare(a: readonly (string | number)[], b: readonly (string | number)[]): number {
  const index = a.findIndex((value, at) => value !== b[at]);
  if (index === -1) return 0;
  return (a[index] ?? 0) < (b[index] ?? 0) ? -1 : 1;
}

/** Order: the column, then day and id. For customer, product and status, day and id go the opposite way. */
function expectInOrder(rows: readonly SalesTableRow[], sort: SalesSort, direction: string): void {
  const way = direction === 'asc' ? 1 : -1;
  const wayAfter = ['sale_date', 'amount', 'commission'].includes(sort) ? way : -way;
  rows.slice(1).forEach((row, index) => {
    const before = rows[index] as SalesTableRow;
    const unknown =
      sort === 'customer' ? Number(before.customer === null) - Number(row.customer === null) : 0;
    const byKey = way * compare(orderKeys[sort](before), orderKeys[sort](row));
    const after = wayAfter * compare([before.saleDate, before.id], [row.saleDate, row.id]);
    expect(unknown || byKey || after, `${sort} ${direction}: ${before.id} before ${row.id}`).toBe(-1);
  });
}

const random = seededRandom(2027);
const cases = Array.from({ length: CASES }, (_, n) => ({
  filter: n === 0 ? {} : makeFilter(random),
  sort: SALES_SORTS[n % SALES_SORTS.length] ?? 'sale_date',
  direction: SORT_DIRECTIONS[Math.floor(n / SALES_SORTS.length) % 2] ?? 'asc',
  pageSize: 3 + random(60),
}));

test('the cases include hundreds of sales, and none', () => {
  const found = cases.map(({ filter }) => sales.filter((sale) => matches(sale, filter)).length);
  expect(found.filter((count) => count === 0).length).toBeGreaterThan(3);
  expect(found.filter((count) => count > 100).length).toBeGreaterThan(10);
  for (const group of ['earned', 'pending', 'clawback', 'cancelled']) {
    expect(sales.filter((sale) => groupOf(sale) === group).length).toBeGreaterThan(20);
  }
  expect(sales.some((sale) => Math.abs(sale.sale_amount) > 10_000_000_000)).toBe(true);
});

test.each(cases)('$filter, by $sort $direction: all figures agree to the cent', async (given) => {
  const { filter, sort, direction, pageSize } = given;
  const expected = sales.filter((sale) => matches(sale, filter));
  const { totals, series, byProduct, byBillingFrequency, ...rest } = await dashboard(filter);

  const plain = sumsOf(expected);
  const inGroup = (group: string) => expected.filter((sale) => groupOf(sale) === group);
  const commissionOf = (group: string) => sum(inGroup(group).map((sale) => sale.commission));
  expect(totals).toEqual({
    ...plain,
    earnedCents: commissionOf('earned'),
    pendingCents: commissionOf('pending'),
    clawbackCents: commissionOf('clawback'),
    cancelledCents: commissionOf('cancelled'),
    clawedBackCents: commissionOf('cancelled') - commissionOf('clawback'),
    earnedCount: inGroup('earned').length,
    pendingCount: inGroup('pending').length,
    clawbackCount: inGroup('clawback').length,
    cancelledCount: inGroup('cancelled').length,
  });
  const { earnedCents, pendingCents, clawbackCents, cancelledCents } = totals;
  expect(earnedCents + pendingCents + clawbackCents + cancelledCents).toBe(totals.commissionCents);
  expect(totals.netCommissionCents + cancelledCents).toBe(totals.commissionCents);

  expect(added(series.points)).toEqual(plain);
  expect(added(byProduct)).toEqual(plain);
  expect(added(byBillingFrequency)).toEqual(plain);
  for (const part of byProduct) {
    expect(part.salesCount).toBeGreaterThan(0);
    expect(part).toEqual({
      productName: part.productName,
      ...sumsOf(expected.filter((sale) => sale.product_name === part.productName)),
    });
  }
  for (const part of byBillingFrequency) {
    expect(part).toEqual({
      billingFrequency: part.billingFrequency,
      ...sumsOf(expected.filter((sale) => sale.billing_frequency === part.billingFrequency)),
    });
  }
  // Without gaps, each sale in its step.
  series.points.forEach((point, index) => {
    const end = series.points[index + 1]?.startsOn ?? '9999';
    expect(
      sumsOf(expected.filter(({ sale_date }) => sale_date >= point.startsOn && sale_date < end)),
    ).toEqual(added([point]));
  });
  expect(rest).toEqual({
    pendingDays: COMMISSION_PENDING_DAYS,
    today,
    products: [...new Set(sales.map((sale) => sale.product_name))].sort(),
    allSalesCount: sales.length,
    allActiveCount: sumsOf(sales).activeCount,
    allClawbackCount: sales.filter((sale) => groupOf(sale) === 'clawback').length,
    allSalesCents: sumsOf(sales).salesCents,
  });

  const rows = await allPages(filter, sort, direction, pageSize);
  expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length);
  expectInOrder(rows, sort, direction);
  const byId = new Map(expected.map((sale) => [sale.id, sale]));
  expect(rows).toHaveLength(byId.size);
  for (const row of rows) {
    const sale = byId.get(row.id);
    const { isHidden, ...customer } = sale?.customer ?? { isHidden: true };
    expect(row).toMatchObject({
      saleDate: sale?.sale_date,
      productName: sale?.product_name,
      billingFrequency: sale?.billing_frequency,
      amountCents: sale?.sale_amount,
      commissionCents: sale?.commission,
      isCancelled: sale?.is_cancelled,
      commissionGroup: sale ? groupOf(sale) : undefined,
      customer: isHidden ? null : customer,
    });
  }
});

test('a search that finds most customers does not name a product that only others bought', async () => {
  // Day by day, so that few sales remain of each product.
  for (const day of new Set(sales.slice(0, 60).map((sale) => sale.sale_date))) {
    const filter = { from: day, to: day, search: 'na c' };
    const found = sales.filter((sale) => matches(sale, filter)).map((sale) => sale.product_name);
    const { byProduct } = await dashboard(filter);
    expect(byProduct.map((part) => part.productName).sort()).toEqual([...new Set(found)].sort());
  }
});

describe('the series', () => {
  const steps = (points: readonly { startsOn: string }[]) =>
    points.slice(1).map(({ startsOn }, index) => {
      return (Date.parse(startsOn) - Date.parse(points[index]?.startsOn ?? '')) / 86_400_000;
    });

  test.each([
    ['day', 44, 45],
    ['week', 45, null],
    ['week', 26 * 7 - 1, null],
    ['month', 26 * 7, null],
    ['month', 3_653, null],
    ['year', 3_654, null],
  ] as const)('has a step of one %s for %i days', async (step, days, points) => {
    const { series } = await dashboard({ from: daysAgo(days + 2_000), to: daysAgo(2_000) });
    expect(series).toMatchObject({ step, from: daysAgo(days + 2_000), to: daysAgo(2_000) });
    const widths = { day: [1], week: [7], month: [28, 29, 30, 31], year: [365, 366] }[step];
    expect(widths).toEqual(expect.arrayContaining([...new Set(steps(series.points))]));
    if (points !== null) expect(series.points).toHaveLength(points);
    // Nothing was sold that long ago: zeros, not gaps.
    expect(added(series.points).salesCount).toBe(0);
    expect(series.points.length).toBeGreaterThan(5);
  });

  /** Regression: the answer for the years 1 to 9999 had 1.6 MB of zeros. */
  test('of a range over a century reaches from its first sale to its last, and without sales has no points', async () => {
    const days = sales.map((sale) => sale.sale_date).sort();
    const { series, totals } = await dashboard({ from: '0001-01-01', to: '9999-12-31' });
    expect(series).toMatchObject({ from: days[0], to: days.at(-1) });
    expect(totals).toEqual((await dashboard({})).totals);
    const nothing = await dashboard({ from: '0001-01-01', to: '1900-01-01' });
    expect(nothing.series).toMatchObject({ from: null, to: null, points: [] });
  });

  test('without dates, reaches from the first sale to today, or to a later sale', async () => {
    const days = sales.map((sale) => sale.sale_date).sort();
    expect((await dashboard({})).series).toMatchObject({ from: days[0], to: days.at(-1) });
    const early = await dashboard({ products: ["alpha o'neil"], from: daysAgo(900) });
    expect(early.series.from).toBe(daysAgo(900));
  });

  test('has no points without sales, or if the range ends before it starts', async () => {
    const nothing = { from: null, to: null, points: [] };
    expect((await dashboard({ products: ['no such product'] })).series).toMatchObject(nothing);
    const upsideDown = await dashboard({ from: daysAgo(1), to: daysAgo(2) });
    expect(upsideDown.series).toMatchObject(nothing);
    expect(upsideDown.totals.salesCount).toBe(0);
  });
});
