import { afterAll, beforeAll, expect, test } from 'vitest';
import { addRep, insertSales, makeSales, seededRandom } from '../fixtures/sales-sample.ts';
import { startTestBackend, type TestBackend } from '../fixtures/start-test-backend.ts';

let api: TestBackend;
let repId: string;

beforeAll(async () => {
  api = await startTestBackend();
  ({ repId } = await addRep(api, 'Sample'));
  const { repId: otherRepId } = await addRep(api, 'Other');
  await insertSales(api, repId, otherRepId, makeSales(400, seededRandom(6)));
});

afterAll(() => api.close());

/** Differences between the stored sums, of each representative and of all, and newly computed ones. */
const drift = () =>
  api.sql(`
    with plain as (
      select whose.sales_rep_id, part.is_month, part.sale_date, product_name, billing_frequency, is_cancelled, commission < 0 as is_clawback,
        count(*)::integer as sales_count, sum(sale_amount)::bigint as sales_cents,
        sum(commission)::bigint as commission_cents
      from public.sales_records s, lateral (values (s.sales_rep_id), (null)) as whose (sales_rep_id),
        lateral (values (false, s.sale_date), (true, date_trunc('month', s.sale_date)::date)) as part (is_month, sale_date)
      group by 1, 2, 3, 4, 5, 6, 7
    )
    (select 'kept' as what, k.* from private.sales_totals k except select 'kept', p.* from plain p)
    union all
    (select 'plain', p.* from plain p except select 'plain', k.* from private.sales_totals k)`);

test('the sums by day and month stay exact through inserts, changes, moves between days and months, deletions and deleted customers', async () => {
  expect(await drift()).toEqual([]);
  const mine = 'sales_rep_id = $1';
  for (const change of [
    `update public.sales_records set commission = -commission where ${mine} and sale_date > current_date - 90`,
    `update public.sales_records set sale_date = sale_date - 20, sale_amount = sale_amount + 1 where ${mine}`,
    `update public.sales_records set is_cancelled = not is_cancelled,
       cancelled_at = case when is_cancelled then null else now() end where ${mine} and sale_amount < 0`,
    `update public.sales_records set product_name = 'renamed' where ${mine} and product_name like 'beta%'`,
    `insert into public.sales_records (id, sales_rep_id, sale_date, product_name, billing_frequency, sale_amount)
       select id, sales_rep_id, sale_date, product_name, billing_frequency, 7 from public.sales_records where ${mine}
       on conflict (id) do update set sale_amount = 5, commission = 0`,
    `delete from public.sales_records where ${mine} and billing_frequency = 'annual'`,
    `with gone as (delete from public.qualified_leads where qualified_by = $1 returning 1) select count(*) from gone`,
  ]) {
    await api.sql(change, [repId]);
    expect(await drift(), change).toEqual([]);
  }
  expect(await api.sql('select 1 from private.sales_totals where sales_count = 0')).toEqual([]);
});

test('the sums stay exact when many write to the same day at once', async () => {
  const statement = `insert into public.sales_records
    (sales_rep_id, sale_date, product_name, billing_frequency, sale_amount, commission)
    select $1, current_date - n % 3, 'at once', 'monthly', 100 + n, n from generate_series(1, 20) as n`;
  await Promise.all(Array.from({ length: 25 }, () => api.sql(statement, [repId])));
  await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      api.sql(`update public.sales_records set commission = commission + 1 where commission = $1`, [n]),
    ),
  );
  expect(await drift()).toEqual([]);
});

test('the sums are empty when the sales are', async () => {
  await api.sql('truncate public.sales_records');
  expect(await api.sql('select 1 from private.sales_totals')).toEqual([]);
});
