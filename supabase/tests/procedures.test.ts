import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planPricesSchema } from '../../shared/src/contracts/pricing.ts';
import { DEMO_REP_ID } from '../../tools/stack/backend/seed.ts';
import { type Actor, BAIT, layBait } from './bait.ts';
import { salesPageSchema, salesSummarySchema } from './contract-1-sales.ts';
import { startTestBackend, type TestBackend } from './start-test-backend.ts';

let api: TestBackend;
let tokens: Record<Actor, string | undefined>;
let dana: string;

beforeAll(async () => {
  api = await startTestBackend();
  tokens = await layBait(api);
  dana = (await api.signIn(api.backend.demo.salesIds[0] ?? '')).grant.accessToken;
});

afterAll(() => api.close());

const NOBODY: Actor[] = [
  'anon',
  'logged-out rep A',
  'expired session of rep A',
  'logged-out customer of A',
  'expired customer of A',
  'revoked customer of A',
];

/** Every seeded price in cents and in dollars, as it could be spelled. */
async function priceSpellings(): Promise<string[]> {
  const rows = await api.sql<{ cents: number }>(`
    select unnest(array[monthly_cents, annual_cents, activation_cents]) as cents from public.product_prices`);
  return rows.flatMap(({ cents }) => [
    String(cents),
    String(cents / 100),
    (cents / 100).toLocaleString('en-US'),
  ]);
}

describe('get_plan_prices', () => {
  test.each(['rep A', 'rep B', 'customer of A'] as const)(
    'answers %s with all plans in order',
    async (actor) => {
      const answer = await api.rpc('get_plan_prices', {}, tokens[actor]);
      expect(planPricesSchema.parse(answer.body)).toEqual([
        {
          productSlug: 'foundation-plus',
          monthlyCents: 189_500,
          annualCents: 1_910_900,
          activationCents: 35_000,
        },
        {
          productSlug: 'accelerate-pro',
          monthlyCents: 320_000,
          annualCents: 3_225_600,
          activationCents: 50_000,
        },
        { productSlug: 'moonshot', monthlyCents: 400_000, annualCents: 4_032_000, activationCents: 62_500 },
        {
          productSlug: 'enterprise',
          monthlyCents: 900_000,
          annualCents: 9_072_000,
          activationCents: 110_000,
        },
      ]);
    },
  );

  test.each(NOBODY)('answers %s with nothing', async (actor) => {
    const answer = await api.rpc('get_plan_prices', {}, tokens[actor]);
    expect([answer.status, answer.body]).toEqual([200, []]);
  });
});

test('nothing that an anonymous caller can read holds a price', async () => {
  const plans = await api.sql<{ name: string }>('select name from public.products');
  const texts = [
    (await api.call('/rest/v1/products?select=*')).text,
    (await api.call('/rest/v1/product_features?select=*')).text,
    (await api.call('/rest/v1/product_prices?select=*')).text,
    (await api.call('/rest/v1/products?select=*,product_prices(*)')).text,
    (await api.call('/rest/v1/sales_records?select=sale_amount')).text,
    (await api.rpc('get_plan_prices')).text,
    (await api.rpc('get_sales_page')).text,
    (await api.rpc('get_sales_summary')).text,
    (await api.rpc('get_sales_records_by_rep', { sales_rep_id_param: DEMO_REP_ID })).text,
    ...(await Promise.all(
      plans.flatMap(({ name }) => [
        api.rpc('get_product_description', { product_name_param: name }),
        api.rpc('get_product_features', { product_name_param: name }),
      ]),
    ).then((answers) => answers.map((answer) => answer.text))),
  ].join('\n');
  // Ids are random hexadecimal and may hold any digits.
  const readable = texts.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '');
  const prices = await priceSpellings();
  expect(prices.length).toBe(36);
  expect(prices.filter((price) => new RegExp(`(?<!\\d)${price}(?!\\d)`).test(readable))).toEqual([]);
});

describe('get_sales_page', () => {
  test("walks all of the caller's sales, newest first, each once", async () => {
    const seen: string[] = [];
    let after: { after_sale_date?: string; after_id?: string } = {};
    for (;;) {
      const answer = await api.rpc('get_sales_page', { page_size: 40, ...after }, dana);
      salesPageSchema.parse(answer.body);
      for (const row of answer.body.rows) seen.push(`${row.sale_date} ${row.id}`);
      if (!answer.body.has_more) break;
      const last = answer.body.rows.at(-1);
      after = { after_sale_date: last.sale_date, after_id: last.id };
    }
    expect(seen).toHaveLength(150);
    expect(seen).toEqual([...new Set(seen)].sort().reverse());
  });

  test('says when exactly the last row was on the page', async () => {
    const answer = await api.rpc('get_sales_page', { page_size: 150 }, dana);
    expect([answer.body.rows.length, answer.body.has_more]).toEqual([150, false]);
  });

  test('takes no more than 200 and no fewer than 1 row', async () => {
    expect((await api.rpc('get_sales_page', { page_size: -5 }, dana)).body.rows).toHaveLength(1);
    expect((await api.rpc('get_sales_page', { page_size: 2_000_000_000 }, dana)).body.rows).toHaveLength(150);
  });

  test('enriches with the lead, and with none where the sale has none', async () => {
    const { rows } = salesPageSchema.parse((await api.rpc('get_sales_page', { page_size: 200 }, dana)).body);
    expect(rows.filter((row) => row.lead === null)).toHaveLength(2);
    expect(rows.find((row) => row.lead?.name === 'Jürgen Groß')?.lead?.company).toBe(
      'Nordlicht Digital GmbH',
    );
    expect(rows.filter((row) => row.amountCents < 0)).toHaveLength(1);
    expect(rows.some((row) => row.isCancelled)).toBe(true);
  });

  test.each(NOBODY)('gives %s no row', async (actor) => {
    const answer = await api.rpc('get_sales_page', {}, tokens[actor]);
    if (actor === 'anon') expect(answer.status).toBe(401);
    else expect(answer.body).toEqual({ rows: [], has_more: false });
  });

  test('reads its page from the index, without sorting', async () => {
    const rows = await api.sql<Record<string, string>>(`
      explain select * from public.sales_records where sales_rep_id = '${DEMO_REP_ID}'
        and (sale_date, id) < ('infinity'::date, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)
      order by sale_date desc, id desc limit 5`);
    const plan = rows.map((row) => Object.values(row)[0]).join('\n');
    expect(plan).toContain('sales_records_newest_first_idx');
    expect(plan).not.toContain('Sort');
  });
});

describe('get_sales_summary', () => {
  test('counts cancelled sales in the headline and leaves them out of the net', async () => {
    const summary = salesSummarySchema.parse((await api.rpc('get_sales_summary', {}, dana)).body);
    const [row] = await api.sql<Record<string, number>>(
      `select sum(sale_amount)::int as total, (sum(sale_amount) filter (where not is_cancelled))::int as net,
        (count(*) filter (where not is_cancelled))::int as active, count(*)::int as n
       from public.sales_records where sales_rep_id = $1`,
      [DEMO_REP_ID],
    );
    expect(summary).toEqual({
      totalSalesCents: row?.total,
      netSalesCents: row?.net,
      activeSubscriptions: row?.active,
      salesCount: row?.n,
    });
    expect(summary.netSalesCents).toBeLessThan(summary.totalSalesCents);
  });

  test('is all zero for a session that has ended', async () => {
    const answer = await api.rpc('get_sales_summary', {}, tokens['logged-out rep A']);
    expect(Object.values(answer.body)).toEqual([0, 0, 0, 0]);
  });
});

describe('get_sales_records_by_rep', () => {
  test('gives a representative their own rows, and none of another whatever id is passed', async () => {
    const own = await api.rpc(
      'get_sales_records_by_rep',
      { sales_rep_id_param: BAIT.rep.A },
      tokens['rep A'],
    );
    expect(own.body.map((row: { id: string }) => row.id)).toEqual([BAIT.sale.A]);
    expect(own.body[0]).toMatchObject({ sale_amount: 400_000, commission: 0 });
    const other = await api.rpc(
      'get_sales_records_by_rep',
      { sales_rep_id_param: BAIT.rep.B },
      tokens['rep A'],
    );
    expect([other.status, other.body]).toEqual([200, []]);
  });

  test('refuses an anonymous caller', async () => {
    const answer = await api.rpc('get_sales_records_by_rep', { sales_rep_id_param: BAIT.rep.A });
    expect([answer.status, answer.body.code]).toEqual([401, '42501']);
  });
});

describe('get_lead_by_id', () => {
  test.each([
    ['rep A', BAIT.lead.A, 1],
    ['rep A', BAIT.lead.B, 0],
    ['customer of A', BAIT.lead.A, 1],
    ['customer of A', BAIT.lead.B, 0],
    ['logged-out rep A', BAIT.lead.A, 0],
    ['logged-out customer of A', BAIT.lead.A, 0],
    ['expired customer of A', BAIT.lead.expired, 0],
    ['revoked customer of A', BAIT.lead.revoked, 0],
  ] as const)('answers %s about %s with %i rows', async (actor, lead, count) => {
    const answer = await api.rpc('get_lead_by_id', { lead_id_param: lead }, tokens[actor]);
    expect(answer.body).toHaveLength(count);
    expect(answer.text).not.toContain('hash');
  });

  test('answers an id that is none with a client error', async () => {
    const answer = await api.rpc('get_lead_by_id', { lead_id_param: "1'; drop table x" }, tokens['rep A']);
    expect([answer.status, answer.body.code]).toEqual([400, '22P02']);
  });
});

test('descriptions and features are public', async () => {
  const description = await api.rpc('get_product_description', { product_name_param: 'Moonshot' });
  expect(description.body).toEqual([{ description: expect.stringContaining('success manager') }]);
  const features = await api.rpc('get_product_features', { product_name_param: 'Accelerate Pro' });
  expect(features.body).toContainEqual({ feature_name: 'Data Enrichments', limit_value: '5' });
  expect((await api.rpc('get_product_features', { product_name_param: 'None such' })).body).toEqual([]);
});
