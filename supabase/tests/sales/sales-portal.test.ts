import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { saleExplanationSchema } from '../../../shared/src/contracts/backend/sales/sale-explanation.ts';
import { salesDashboardSchema } from '../../../shared/src/contracts/backend/sales/sales-dashboard.ts';
import { salesFilterSchema } from '../../../shared/src/contracts/backend/sales/sales-filter.ts';
import { salesTablePageSchema } from '../../../shared/src/contracts/backend/sales/sales-table.ts';
import { COMMISSION_PENDING_DAYS } from '../../../shared/src/contracts/backend/terms.ts';
import { type Actor, BAIT, layBait } from '../fixtures/bait.ts';
import { addRep, daysAgo } from '../fixtures/sales-sample.ts';
import { startTestBackend, type TestBackend } from '../fixtures/start-test-backend.ts';

let api: TestBackend;
let tokens: Record<Actor, string | undefined>;

beforeAll(async () => {
  api = await startTestBackend();
  tokens = await layBait(api);
});

afterAll(() => api.close());

const table = (args: unknown, token = tokens['rep A']) => api.rpc('get_sales_table', args, token);
const dashboard = (filter: unknown, token = tokens['rep A']) =>
  api.rpc('get_sales_dashboard', { filter }, token);

describe('who is answered', () => {
  test.each([
    ['rep A', BAIT.sale.A],
    ['rep B', BAIT.sale.B],
  ] as const)('%s gets their own sale and its sums', async (actor, saleId) => {
    const page = salesTablePageSchema.parse((await table({}, tokens[actor])).body);
    expect(page.rows.map((row) => row.id)).toEqual([saleId]);
    const { totals, allSalesCount } = salesDashboardSchema.parse((await dashboard({}, tokens[actor])).body);
    expect([totals.salesCount, totals.salesCents, allSalesCount]).toEqual([1, 400_000, 1]);
  });

  test('a customer gets no sale and no sum', async () => {
    const token = tokens['customer of A'];
    const page = salesTablePageSchema.parse((await table({}, token)).body);
    expect(page).toEqual({ rows: [], hasMore: false, nextAfter: null });
    const answer = salesDashboardSchema.parse((await dashboard({}, token)).body);
    expect(answer.totals.salesCount).toBe(0);
    expect([answer.series.points, answer.byProduct, answer.products, answer.allSalesCount]).toEqual([
      [],
      [],
      [],
      0,
    ]);
    expect((await api.rpc('get_sale_explanation', { sale_id: BAIT.sale.A }, token)).status).toBe(404);
  });

  test.each(['get_sales_table', 'get_sales_dashboard', 'get_sale_explanation'])(
    'an anonymous caller has no right to %s',
    async (name) => {
      const args = name === 'get_sale_explanation' ? { sale_id: BAIT.sale.A } : {};
      expect((await api.rpc(name, args)).status).toBe(401);
    },
  );

  test('another representative’s sale is not found, like one that does not exist', async () => {
    for (const saleId of [BAIT.sale.B, crypto.randomUUID()]) {
      const answer = await api.rpc('get_sale_explanation', { sale_id: saleId }, tokens['rep A']);
      expect([answer.status, answer.body.message]).toEqual([404, 'unknown sale']);
    }
  });
});

describe('an invalid argument is refused, and changes nothing', () => {
  const BAD_FILTERS: unknown[] = [
    { form: '2026-01-01' },
    { from: '2026-1-1' },
    { from: '2026-02-30' },
    { from: 20260101 },
    { to: 'infinity' },
    { products: 'Moonshot' },
    { products: [1] },
    { products: Array.from({ length: 51 }, () => 'x') },
    { billing_frequencies: ['weekly'] },
    { statuses: ['Active'] },
    { search: 7 },
    { search: 'x'.repeat(201) },
    [],
    'all',
  ];

  test.each(BAD_FILTERS)('filter %j', async (filter) => {
    expect((await dashboard(filter)).status).toBe(400);
    expect((await table({ filter })).status).toBe(400);
    expect(salesFilterSchema.safeParse(filter).success).toBe(false);
  });

  const cursor = (place: unknown) => Buffer.from(JSON.stringify(place)).toString('base64');
  test.each([
    { sort: 'id' },
    { sort: 'sale_date; drop table public.sales_records' },
    { direction: 'down' },
    { after: 'not base64!' },
    { after: cursor('text') },
    { after: cursor({ order: 'amount asc', key: '1', day: '2026-01-01', id: BAIT.sale.A }) },
    { after: cursor({ order: 'sale_date desc', key: "x' or true --", day: '2026-01-01', id: BAIT.sale.A }) },
    {
      after: cursor({ order: 'sale_date desc', key: '2026-01-01', day: '2026-01-01', id: "'; select 1 --" }),
    },
    {
      after: cursor({
        order: 'sale_date desc',
        key: '2026-01-15',
        day: '2026-01-15',
        id: "ffffffff-ffff-4fff-bfff-ffffffffffff') or ('1' = '1",
      }),
    },
    { after: Buffer.from([0xff, 0xfe]).toString('base64') },
  ])('%j', async (args) => {
    expect((await table(args)).status).toBe(400);
  });

  const WORDS = 'invalid cursor: pass nextAfter of an earlier answer';
  const SALE = { day: '2026-01-01', id: BAIT.sale.A };
  test.each([
    ['sale_date', 'a day that is none', { ...SALE, key: '2026-02-31' }],
    ['amount', 'an amount that is none', { ...SALE, key: '12.5' }],
    ['status', 'a status that is none', { ...SALE, key: 'perhaps' }],
    ['product', 'an id that is none', { ...SALE, key: 'Moonshot', id: 'x' }],
    ['customer', 'a customer that is none', { ...SALE, key: 'ada', customer: 'x' }],
  ])('a forged cursor by %s with %s is refused with our own message', async (sort, _what, place) => {
    const answer = await table({ sort, after: cursor({ order: `${sort} desc`, ...place }) });
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([400, '22023', WORDS]);
  });

  test('a forged cursor of the customers is refused in the same words', async () => {
    const place = { order: 'customers', id: BAIT.customer.A };
    for (const forged of [{ issued_at: 'yesterdayish' }, { issued_at: '2026-01-01', id: 'x' }]) {
      const answer = await api.rpc(
        'get_customers',
        { after: cursor({ ...place, ...forged }) },
        tokens['rep A'],
      );
      expect([answer.status, answer.body.code, answer.body.message]).toEqual([400, '22023', WORDS]);
    }
  });

  test('null, empty and left out do not narrow', async () => {
    const empty = {
      from: null,
      to: null,
      products: [],
      billing_frequencies: null,
      statuses: [],
      search: ' ',
    };
    for (const filter of [null, {}, empty]) {
      expect((await dashboard(filter)).body.totals.salesCount).toBe(1);
      expect(
        (await table({ filter, sort: null, direction: null, page_size: null, after: null })).body.rows,
      ).toHaveLength(1);
    }
  });

  test.each(["'", "Moonshot' or true --", '\\', '%', '$1', '{}'])('%j is text, not SQL', async (text) => {
    for (const filter of [{ search: text }, { products: [text] }]) {
      expect((await table({ filter })).body).toEqual({ rows: [], hasMore: false, nextAfter: null });
      expect((await dashboard(filter)).body.totals.salesCount).toBe(0);
    }
  });

  test('pages have 1 to 1000 rows', async () => {
    expect((await table({ page_size: -1 })).body.rows).toHaveLength(1);
    expect((await table({ page_size: 1_000_000 })).body.rows).toHaveLength(1);
  });
});

describe('how a sale was calculated', () => {
  let repId: string;
  let token: string;

  beforeAll(async () => {
    ({ repId, token } = await addRep(api, 'Explained'));
  });

  async function explain(sale: { amount: number; commission: number; days: number; cancelled?: boolean }) {
    await api.sql('delete from public.sales_records where sales_rep_id = $1', [repId]);
    const [row] = await api.sql<{ id: string }>(
      `insert into public.sales_records
         (sales_rep_id, sale_date, product_name, billing_frequency, sale_amount, commission, is_cancelled, cancelled_at)
       values ($1, $2, 'Moonshot', 'annual', $3, $4, $5, case when $5 then now() end) returning id`,
      [repId, daysAgo(sale.days), sale.amount, sale.commission, sale.cancelled ?? false],
    );
    const answer = await api.rpc('get_sale_explanation', { sale_id: row?.id }, token);
    return saleExplanationSchema.parse(answer.body);
  }

  test.each([
    [
      'a sale of its last pending day is pending',
      { amount: 400_000, commission: 32_000, days: COMMISSION_PENDING_DAYS - 1 },
      'pending',
      0.08,
    ],
    [
      'a sale is earned on the day after its last pending day',
      { amount: 400_000, commission: 32_000, days: COMMISSION_PENDING_DAYS },
      'earned',
      0.08,
    ],
    [
      'a cancelled sale adds nothing',
      { amount: 400_000, commission: 32_000, days: 40, cancelled: true },
      'cancelled',
      0.08,
    ],
    [
      'a negative commission is a clawback at once',
      { amount: -300, commission: -100, days: 0 },
      'clawback',
      0.333333,
    ],
    [
      'a clawback of a sale that stands has a negative rate',
      { amount: 400_000, commission: -100, days: 0 },
      'clawback',
      -0.00025,
    ],
    [
      'a cancelled clawback subtracts nothing',
      { amount: -300, commission: -100, days: 0, cancelled: true },
      'cancelled',
      0.333333,
    ],
    [
      'a sale without commission is earned with zero',
      { amount: 400_000, commission: 0, days: COMMISSION_PENDING_DAYS + 1 },
      'earned',
      0,
    ],
    [
      'an amount of zero has no rate',
      { amount: 0, commission: 500, days: COMMISSION_PENDING_DAYS + 1 },
      'earned',
      null,
    ],
    [
      '9 digits of dollars',
      { amount: 99_999_999_999, commission: 99_999_999_999, days: COMMISSION_PENDING_DAYS + 1 },
      'earned',
      1,
    ],
  ] as const)('%s, and every figure adds up to the dashboard', async (_what, sale, group, rate) => {
    const explained = await explain(sale);
    expect([explained.commissionGroup, explained.rate]).toEqual([group, rate]);
    expect(explained.pendingUntil).toBe(daysAgo(sale.days - COMMISSION_PENDING_DAYS));
    const { totals } = salesDashboardSchema.parse((await dashboard({}, token)).body);
    // The only sale, so the dashboard shows exactly what it adds.
    expect(Object.fromEntries(explained.figures.map(({ figure, adds }) => [figure, adds]))).toEqual({
      sales_cents: totals.salesCents,
      net_sales_cents: totals.netSalesCents,
      active_count: totals.activeCount,
      commission_cents: totals.commissionCents,
      earned_cents: totals.earnedCents,
      pending_cents: totals.pendingCents,
      clawback_cents: totals.clawbackCents,
      cancelled_cents: totals.cancelledCents,
      net_commission_cents: totals.netCommissionCents,
    });
    for (const { counts, adds } of explained.figures) if (!counts) expect(adds).toBe(0);
  });

  test('each figure says why it counts the sale or does not', async () => {
    const { figures } = await explain({ amount: 400_000, commission: 32_000, days: 2, cancelled: true });
    expect(figures.map(({ figure, counts, reason }) => `${figure} ${counts} ${reason}`)).toEqual([
      'sales_cents true every_sale',
      'net_sales_cents false cancelled',
      'active_count false cancelled',
      'commission_cents true every_sale',
      'earned_cents false cancelled',
      'pending_cents false cancelled',
      'clawback_cents false cancelled',
      'cancelled_cents true cancelled',
      'net_commission_cents false cancelled',
    ]);
  });

  interface Booked {
    commission: number;
    days: number;
    customer?: string | null;
    product?: string;
    billing?: 'monthly' | 'annual';
    cancelled?: boolean;
    seller?: string;
  }

  /** The ids of what was booked, in this order. */
  async function book(...sales: readonly Booked[]): Promise<string[]> {
    await api.sql('delete from public.sales_records where sales_rep_id = $1', [repId]);
    const ids: string[] = [];
    for (const { customer = BAIT.customer.A, product = 'Moonshot', billing = 'annual', ...sale } of sales) {
      const [row] = await api.sql<{ id: string }>(
        `insert into public.sales_records (sales_rep_id, sale_date, qualified_lead_id, product_name,
           billing_frequency, sale_amount, commission, is_cancelled, cancelled_at)
         values ($1, $2, $3, $4, $5, 400000, $6, $7, case when $7 then now() end) returning id`,
        [
          sale.seller ?? repId,
          daysAgo(sale.days),
          customer,
          product,
          billing,
          sale.commission,
          sale.cancelled ?? false,
        ],
      );
      ids.push(row?.id ?? '');
    }
    return ids;
  }

  async function reversedBy(id: string | undefined) {
    const answer = await api.rpc('get_sale_explanation', { sale_id: id }, token);
    return saleExplanationSchema.parse(answer.body).reverses;
  }

  const CLAWBACK = { commission: -32_000, days: 5 };
  const SALE = { commission: 32_000, days: 60 };

  test('a clawback names the only sale that it can reverse, and that sale names none', async () => {
    const [clawback, sale] = await book(CLAWBACK, SALE, { ...SALE, commission: 31_999 });
    expect(await reversedBy(clawback)).toEqual({ id: sale, saleDate: daysAgo(60) });
    expect(await reversedBy(sale)).toBeNull();
    const [sameDay, other] = await book(CLAWBACK, { ...SALE, days: 5 });
    expect(await reversedBy(sameDay)).toEqual({ id: other, saleDate: daysAgo(5) });
  });

  test.each<[string, Booked[]]>([
    ['none was booked', [CLAWBACK]],
    ['two match', [CLAWBACK, SALE, { ...SALE, days: 90 }]],
    ['a later clawback matches it, too', [CLAWBACK, SALE, { ...CLAWBACK, days: 1 }]],
    ['it is later', [CLAWBACK, { ...SALE, days: 4 }]],
    ['it is cancelled', [CLAWBACK, { ...SALE, cancelled: true }]],
    ['it has another customer', [CLAWBACK, { ...SALE, customer: BAIT.customer.B }]],
    ['neither has a customer', [CLAWBACK, SALE].map((sale) => ({ ...sale, customer: null }))],
    ['it has another product', [CLAWBACK, { ...SALE, product: 'Foundation+' }]],
    ['it has another billing', [CLAWBACK, { ...SALE, billing: 'monthly' }]],
    ['another representative sold it', [CLAWBACK, { ...SALE, seller: BAIT.rep.B }]],
    ['the clawback is cancelled', [{ ...CLAWBACK, cancelled: true }, SALE]],
  ])('a clawback names no sale if %s', async (_why, sales) => {
    expect(await reversedBy((await book(...sales))[0])).toBeNull();
  });
});
