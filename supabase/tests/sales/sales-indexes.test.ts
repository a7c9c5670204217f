import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  SALES_SORTS,
  type SalesSort,
  SORT_DIRECTIONS,
  salesTablePageSchema,
} from '../../../shared/src/contracts/backend/sales/sales-table.ts';
import { generateSales } from '../../../tools/bench/screens/generate-sales.ts';
import { addRep, daysAgo } from '../fixtures/sales-sample.ts';
import { startTestBackend, type TestBackend } from '../fixtures/start-test-backend.ts';

const SALES = 30_000;
const PAGE = 25;

/** The index that has the sales in this order already. */
const INDEX_OF: Record<SalesSort, string> = {
  sale_date: 'sales_records_newest_first_idx',
  amount: 'sales_records_by_amount_idx',
  commission: 'sales_records_by_commission_idx',
  product: 'sales_records_by_product_idx',
  status: 'sales_records_by_status_idx',
  customer: 'sales_records_by_lead_idx',
};

let api: TestBackend;
let token: string;
let claims: { sub: string; session_id: string; role: string };

beforeAll(async () => {
  api = await startTestBackend();
  const rep = await addRep(api, 'Busy');
  token = rep.token;
  claims = { sub: rep.repId, session_id: rep.sessionId, role: 'authenticated' };
  await generateSales(api.sql, rep.repId, SALES);
});

afterAll(() => api.close());

interface Reads {
  /** Entries read of each index of the sales, by its name. Those that were not used are not there. */
  entries: Record<string, number>;
  /** Rows read without an index. */
  rows: number;
}

/**
 * The sales that one call reads, with the representative's rights. @param call with $1 for its arguments, as JSON
 */
async function readsOf(call: string, args: unknown): Promise<Reads> {
  // The server's own counters, which continue from statement to statement.
  const counts = `
    select json_object_agg(i.indexrelid::regclass, pg_stat_get_xact_tuples_returned(i.indexrelid)) as entries,
      pg_stat_get_xact_tuples_returned('public.sales_records'::regclass) as rows
    from pg_index i where i.indrelid = 'public.sales_records'::regclass`;
  // One statement, whose parts wait for each other.
  const [read] = await api.sql<{ before: Reads; after: Reads }>(
    `with acting as materialized (
       select set_config('request.jwt.claims', $2, true), set_config('role', 'authenticated', true)
     ),
     before as materialized (select to_json(c) as counts from acting, (${counts}) c),
     answer as materialized (select ${call} as answer from before)
     select (select counts from before) as before, (select to_json(c) from (${counts}) c) as after
     from answer where answer is not null`,
    [JSON.stringify(args), JSON.stringify(claims)],
  );
  if (!read) throw new Error('No answer');
  const entries = Object.entries(read.after.entries).map(
    ([index, count]) => [index.replace('public.', ''), count - (read.before.entries[index] ?? 0)] as const,
  );
  return {
    entries: Object.fromEntries(entries.filter(([, count]) => count > 0)),
    rows: read.after.rows - read.before.rows,
  };
}

const total = ({ entries }: Reads) => Object.values(entries).reduce((sum, count) => sum + count, 0);

const TABLE = `public.get_sales_table(
  $1::jsonb -> 'filter', $1::jsonb ->> 'sort', $1::jsonb ->> 'direction', ${PAGE}, $1::jsonb ->> 'after')`;
const DASHBOARD = 'public.get_sales_dashboard($1::jsonb)';

const orders = SALES_SORTS.flatMap((sort) => SORT_DIRECTIONS.map((direction) => ({ sort, direction })));

test.each(orders)('a page by $sort $direction is read from its index, first or far down', async (order) => {
  const answer = await api.rpc('get_sales_table', { ...order, page_size: 1000 }, token);
  for (const after of [null, salesTablePageSchema.parse(answer.body).nextAfter]) {
    const reads = await readsOf(TABLE, { ...order, filter: {}, after });
    const { entries, rows } = reads;
    expect(rows).toBe(0);
    // Of the page's last group and of the next one a page each, at most.
    expect(entries[INDEX_OF[order.sort]]).toBeGreaterThan(PAGE);
    expect(entries[INDEX_OF[order.sort]]).toBeLessThanOrEqual(2 * (PAGE + 1));
    expect(total(reads)).toBeLessThan(4 * (PAGE + 1));
  }
});

test.each([
  { what: 'no filter', filter: {}, atMost: 10 },
  { what: 'a product', filter: { products: ['Moonshot'], statuses: ['cancelled'] }, atMost: 10 },
  { what: 'a search for one customer', filter: { search: 'customer 00042' }, atMost: 50 },
  { what: 'a search for an unknown name', filter: { search: 'nobody' }, atMost: 10 },
  // The 2% of sales that have no customer, and those of customers called otherwise.
  { what: 'a search for nearly all', filter: { search: 'customer' }, atMost: 0.1 * SALES },
])('a summary with $what reads at most $atMost of 30,000 sales', async ({ filter, atMost }) => {
  const reads = await readsOf(DASHBOARD, filter);
  expect(reads.rows).toBe(0);
  expect(total(reads)).toBeLessThanOrEqual(atMost);
});

test.each([
  { what: 'one week', filter: { from: daysAgo(7), to: daysAgo(1) } },
  { what: 'a search for one customer', filter: { search: 'customer 00042' } },
  { what: 'a product without a sale', filter: { products: ['no such product'] } },
])('the few sales of $what are read through an index', async ({ filter }) => {
  const reads = await readsOf(TABLE, { filter, sort: 'sale_date', direction: 'desc', after: null });
  expect(reads.rows).toBe(0);
  expect(total(reads)).toBeLessThan(400);
});

/** Regression: the last page went from customer to customer, and read all sales of each. Of a million, that took 8 s. */
test.each(SORT_DIRECTIONS)(
  'a search in the sales of everyone, by customer %s, reads no sales of customers that it does not find',
  async (direction) => {
    await api.sql('update public.sales_representatives set is_manager = true where id = $1', [claims.sub]);
    await api.sql('update public.sales_sessions set manager_until = expires_at where id = $1', [
      claims.session_id,
    ]);
    const filter = { scope: 'all', search: 'customer 00042' };
    const reads = await readsOf(TABLE, { filter, sort: 'customer', direction, after: null });
    expect(reads.rows).toBe(0);
    // The 2% of sales that have no customer come last.
    expect(total(reads)).toBeLessThan(0.03 * SALES);
  },
);

/** Regression: each changed sale read all sums of everyone. 1,000 of 200,000 sales took 3 s and more. */
test('a changed sale reads the sums of its day only', async () => {
  const sums = `(
    select sum(pg_stat_get_xact_tuples_returned(of))
    from unnest(array['private.sales_totals', 'private.sales_totals_key']::regclass[]) as of
  )`;
  // The statements are one transaction. The counters also have what the connection read before.
  const [read] = await api.sql<{ sums: number }>(
    `select set_config('test.read_before', ${sums}::text, true);
     update public.sales_records set commission = commission + 1
     where id = (select id from public.sales_records order by id limit 1);
     select (${sums} - current_setting('test.read_before')::numeric)::int as sums`,
  );
  expect(read?.sums).toBeGreaterThan(0);
  expect(read?.sums).toBeLessThan(100);
});
