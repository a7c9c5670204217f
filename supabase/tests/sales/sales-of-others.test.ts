import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { salesDashboardSchema } from '../../../shared/src/contracts/backend/sales/sales-dashboard.ts';
import {
  type RankedRep,
  salesRankingSchema,
} from '../../../shared/src/contracts/backend/sales/sales-ranking.ts';
import { salesTablePageSchema } from '../../../shared/src/contracts/backend/sales/sales-table.ts';
import { managerToken } from '../fixtures/open-operations.ts';
import {
  addRep,
  daysAgo,
  insertSales,
  makeFilter,
  makeSales,
  matches,
  type SampleSale,
  seededRandom,
} from '../fixtures/sales-sample.ts';
import { startTestBackend, type TestBackend } from '../fixtures/start-test-backend.ts';

let api: TestBackend;
let manager: string;
let dana: Awaited<ReturnType<typeof addRep>>;
let omar: Awaited<ReturnType<typeof addRep>>;
let danas: SampleSale[];
let omars: SampleSale[];

beforeAll(async () => {
  api = await startTestBackend();
  await api.sql('delete from public.sales_records');
  manager = await managerToken(api);
  dana = await addRep(api, 'Dana');
  omar = await addRep(api, 'Omar');
  const random = seededRandom(40);
  danas = makeSales(300, random);
  omars = makeSales(200, random).map((sale) => ({
    ...sale,
    customer: sale.customer && { ...sale.customer, email: `omar.${sale.customer.email}` },
  }));
  await insertSales(api, dana.repId, omar.repId, danas);
  await insertSales(api, omar.repId, dana.repId, omars);
});
afterAll(() => api.close());

const dashboard = async (filter: object, token = manager) =>
  salesDashboardSchema.parse((await api.rpc('get_sales_dashboard', { filter }, token)).body);
const page = async (args: object, token = manager) =>
  salesTablePageSchema.parse((await api.rpc('get_sales_table', args, token)).body);
const ranking = async (filter: object) =>
  salesRankingSchema.parse((await api.rpc('get_sales_ranking', { filter }, manager)).body).rows;

const sumsOf = (sales: readonly SampleSale[]) => ({
  salesCount: sales.length,
  salesCents: sales.reduce((sum, sale) => sum + sale.sale_amount, 0),
  netCommissionCents: sales.reduce((sum, sale) => sum + (sale.is_cancelled ? 0 : sale.commission), 0),
});

test('a manager sees of one representative what the representative sees', async () => {
  for (const filter of [{}, { from: daysAgo(200), statuses: ['active'] }, { search: 'na' }]) {
    const own = await dashboard(filter, dana.token);
    expect(await dashboard({ ...filter, scope: dana.repId })).toEqual(own);
    expect(await page({ filter: { ...filter, scope: dana.repId }, sort: 'customer' })).toEqual(
      await page({ filter, sort: 'customer' }, dana.token),
    );
  }
});

test('the figures of all are the sums of their sales, whatever the filter', async () => {
  const random = seededRandom(41);
  for (let n = 0; n < 40; n++) {
    // Which customers a search finds differs: among the sales of all, none is hidden.
    const filter = { ...makeFilter(random), search: null };
    const chosen = [...danas, ...omars].filter((sale) => matches(sale, filter));
    const { totals, allSalesCount } = await dashboard({ ...filter, scope: 'all' });
    expect(totals, JSON.stringify(filter)).toMatchObject(sumsOf(chosen));
    expect(allSalesCount).toBe(danas.length + omars.length);
  }
});

test('a search among the sales of all finds each customer, and sums up what it lists', async () => {
  for (const search of ['na', 'a.0', "o'brien", 'nobody', 'alpha']) {
    const filter = { scope: 'all', search };
    const { totals } = await dashboard(filter);
    const rows = await everyRow({ filter, sort: 'amount' });
    expect(rows.length, search).toBe(totals.salesCount);
    expect(rows.reduce((sum, row) => sum + row.amountCents, 0)).toBe(totals.salesCents);
    const counted = (await ranking({ search })).reduce((sum, rep) => sum + rep.salesCount, 0);
    expect(counted).toBe(totals.salesCount);
  }
});

async function everyRow(args: object) {
  const rows = [];
  for (let after: string | null = null; ; ) {
    const answer: ReturnType<typeof salesTablePageSchema.parse> = await page({
      ...args,
      page_size: 100,
      after,
    });
    rows.push(...answer.rows);
    if (answer.nextAfter === null) return rows;
    after = answer.nextAfter;
  }
}

test.each(['sale_date', 'customer', 'product', 'status'])(
  'the pages by %s list each sale of all once, with who sold it and the customer, whoever has them now',
  async (sort) => {
    const rows = await everyRow({ filter: { scope: 'all' }, sort });
    const sold = new Map<string, { sale: SampleSale; name: string }>([
      ...danas.map((sale) => [sale.id, { sale, name: 'Dana' }] as const),
      ...omars.map((sale) => [sale.id, { sale, name: 'Omar' }] as const),
    ]);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(sold.size);
    for (const row of rows) {
      const { sale, name } = sold.get(row.id) ?? {};
      expect(row.representative).toBe(name);
      expect(row.customer?.id ?? null).toBe(sale?.customer?.id ?? null);
    }
  },
);

/** Regression: a row of the ranking had an empty head. */
test('a representative with a blank name is named by the email address', async () => {
  const [rep] = await api.sql<{ name: string; email: string }>(
    `update public.sales_representatives r set name = ' ' from public.sales_representatives before
     where r.id = $1 and before.id = r.id returning before.name, r.email`,
    [dana.repId],
  );
  expect((await ranking({})).find(({ repId }) => repId === dana.repId)?.name).toBe(rep?.email);
  const { rows } = await page({ filter: { scope: 'all' }, page_size: 100 });
  expect(rows.map(({ representative }) => representative)).toContain(rep?.email);
  await api.sql('update public.sales_representatives set name = $2 where id = $1', [dana.repId, rep?.name]);
});

test('a page of the sales of others has at most 100 rows, because it leaves no line in the trail', async () => {
  expect((await page({ filter: { scope: 'all' }, page_size: 1000 })).rows).toHaveLength(100);
  expect((await page({ filter: { scope: dana.repId }, page_size: 1000 })).rows).toHaveLength(100);
});

test('the ranking has the sums of each representative, and those without a sale', async () => {
  const filter = { from: daysAgo(300), billing_frequencies: ['annual'] } as const;
  const rows = await ranking(filter);
  const of = (id: string) => rows.find(({ repId }) => repId === id);
  for (const [rep, sales] of [
    [dana, danas],
    [omar, omars],
  ] as const) {
    const own = await dashboard({ ...filter, scope: rep.repId });
    expect(of(rep.repId)).toMatchObject({
      ...sumsOf(sales.filter((sale) => matches(sale, { ...filter, billing_frequencies: ['annual'] }))),
      earnedCents: own.totals.earnedCents,
    });
  }
  const [seeded] = await api.sql<{ id: string }>(
    `select id from public.sales_representatives where id <> all ($1) and disabled_at is null limit 1`,
    [[dana.repId, omar.repId]],
  );
  expect(of(seeded?.id ?? '')).toMatchObject({ salesCount: 0, earnedCents: 0 });
  const amounts = rows.map(({ salesCents }) => salesCents);
  expect(amounts).toEqual([...amounts].sort((a, b) => b - a));
});

test('of the customers who opened a link in the period, those who bought afterwards count as sold', async () => {
  const lena = await addRep(api, 'Lena');
  const add = async (
    n: number,
    openedDaysAgo: readonly number[],
    sale?: { daysAgo: number; cancelled?: boolean },
  ) => {
    const [customer] = await api.sql<{ id: string }>(
      `insert into public.qualified_leads (email, qualified_by) values ('opened-' || $1::int || '@lena.example', $2) returning id`,
      [n, lena.repId],
    );
    for (const days of openedDaysAgo) {
      await api.sql(
        `insert into public.pricing_reveals (qualified_lead_id, created_at)
         values ($1, ($2::date + time '12:00') at time zone 'UTC')`,
        [customer?.id, daysAgo(days)],
      );
    }
    if (sale === undefined) return;
    await api.sql(
      `insert into public.sales_records (sales_rep_id, sale_date, qualified_lead_id, product_name, billing_frequency,
         sale_amount, commission, is_cancelled, cancelled_at)
       values ($1, $2, $3, 'Moonshot', 'annual', 100, 10, $4, case when $4 then now() end)`,
      [lena.repId, daysAgo(sale.daysAgo), customer?.id, sale.cancelled ?? false],
    );
  };
  await add(1, [20, 19, 5], { daysAgo: 18 });
  await add(2, [20], { daysAgo: 20 });
  await add(3, [20], { daysAgo: 21 });
  await add(4, [20], { daysAgo: 10, cancelled: true });
  await add(5, [40], { daysAgo: 3 });
  const lenas = async (filter: object): Promise<RankedRep | undefined> =>
    (await ranking(filter)).find(({ repId }) => repId === lena.repId);
  expect(await lenas({ from: daysAgo(30), to: daysAgo(10) })).toMatchObject({
    openedCount: 4,
    openedSoldCount: 2,
  });
  expect(await lenas({ to: daysAgo(40) })).toMatchObject({ openedCount: 1, openedSoldCount: 1 });
  expect(await lenas({ from: daysAgo(5) })).toMatchObject({ openedCount: 1, openedSoldCount: 0 });
});

test("a manager explains anyone's sale, a representative only their own", async () => {
  const sale_id = omars[0]?.id;
  const explain = (token: string) => api.rpc('get_sale_explanation', { sale_id }, token);
  expect((await explain(manager)).body).toMatchObject({ sale: { id: sale_id, representative: 'Omar' } });
  expect((await explain(omar.token)).body.sale).not.toHaveProperty('representative');
  expect((await explain(dana.token)).status).toBe(404);
});

test("a manager's own figures stay their own, and so do the sales of the specification's procedure", async () => {
  expect((await dashboard({})).allSalesCount).toBe(0);
  expect((await page({})).rows).toEqual([]);
  const args = { sales_rep_id_param: dana.repId };
  expect((await api.rpc('get_sales_records_by_rep', args, manager)).body).toEqual([]);
});

describe('who is no manager with a code', () => {
  const calls = ['get_sales_dashboard', 'get_sales_table', 'get_sales_ranking'] as const;

  test.each(calls)('is refused by %s for any scope, even their own', async (name) => {
    const managerWithoutCode = await addRep(api, `Nadia of ${name}`);
    await api.sql('update public.sales_representatives set is_manager = true where id = $1', [
      managerWithoutCode.repId,
    ]);
    for (const token of [dana.token, managerWithoutCode.token]) {
      for (const scope of ['all', omar.repId, dana.repId]) {
        const answer = await api.rpc(name, { filter: { scope } }, token);
        expect([answer.status, answer.text.includes('salesCents')]).toEqual([403, false]);
      }
    }
    await api.sql(
      `update public.sales_sessions set ended_at = now(), end_reason = 'signed_out' where id = $1`,
      [managerWithoutCode.sessionId],
    );
    expect((await api.rpc(name, { filter: { scope: 'all' } }, managerWithoutCode.token)).status).toBe(401);
    expect([401, 403]).toContain((await api.rpc(name, { filter: { scope: 'all' } })).status);
  });
});

test('a manager whose role is taken away reads no sales of others on the next request', async () => {
  const isManager = (is: boolean) =>
    api.sql(
      `update public.sales_representatives r set is_manager = $1
       from public.sales_sessions s where s.sales_rep_id = r.id and s.manager_until > now()`,
      [is],
    );
  const statuses = async () => {
    const filter = { scope: 'all' };
    const answers = [
      await api.rpc('get_sales_dashboard', { filter }, manager),
      await api.rpc('get_sales_table', { filter }, manager),
      await api.rpc('get_sales_ranking', {}, manager),
      await api.rpc('get_sale_explanation', { sale_id: omars[0]?.id }, manager),
      await api.call('/functions/v1/export-list', {
        body: { list: 'sales', filter, sort: 'sale_date', direction: 'desc', after: null },
        token: manager,
      }),
    ];
    return answers.map(({ status }) => status);
  };
  expect(await statuses()).toEqual([200, 200, 200, 200, 200]);
  await isManager(false);
  expect(await statuses()).toEqual([403, 403, 403, 404, 403]);
  await isManager(true);
});

test.each([{ scope: 'everyone' }, { scope: 7 }, { scope: '' }, { scope: ['all'] }])(
  'a scope that is no id is refused: %j',
  async (filter) => {
    expect((await api.rpc('get_sales_dashboard', { filter }, manager)).status).toBe(400);
  },
);
