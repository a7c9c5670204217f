import type { Backend } from '../../stack/backend/backend.ts';

/** Customers that the sales are spread over. */
const GENERATED_CUSTOMERS = 2_000;
/** Calendar days up to today that they are spread over: three years. A prime, so that every day has every product. */
const DAYS = 1_097;

/**
 * Gives a representative the customers and sales of a long career: all products, both frequencies, some cancelled,
 * some clawed back, some without a customer. The number of the sale decides every choice.
 */
export async function generateSales(sql: Backend['sql'], repId: string, count: number): Promise<void> {
  await sql(
    `insert into public.qualified_leads (email, name, company, qualified_by)
     select 'customer-' || n || '@scale.example', 'Customer ' || lpad((n * 7919 % ${GENERATED_CUSTOMERS})::text, 5, '0'),
       'Company ' || n % 400, $1
     from generate_series(1, ${GENERATED_CUSTOMERS}) as n`,
    [repId],
  );
  await sql(
    `insert into public.sales_records (
       sales_rep_id, sale_date, qualified_lead_id, product_name, billing_frequency, sale_amount, commission,
       is_cancelled, cancelled_at
     )
     select $1, current_date - (n * 7907 % ${DAYS})::integer, case when n % 50 <> 0 then l.ids[(1 + n * 31 % ${GENERATED_CUSTOMERS})::integer] end,
       (array['Foundation+', 'Accelerate Pro', 'Moonshot', 'Enterprise'])[(1 + n * 13 % 4)::integer],
       case when n % 5 = 2 then 'annual' else 'monthly' end,
       c.sign * (189500 + n * 104729 % 9000000), c.sign * (15000 + n * 1299709 % 900000),
       n % 17 = 3, case when n % 17 = 3 then now() end
     from generate_series(1, $2::bigint) as n
     cross join (
       select array_agg(id order by email) as ids from public.qualified_leads where email like '%@scale.example'
     ) l
     cross join lateral (select case when n % 61 = 7 then -1 else 1 end as sign) c`,
    [repId, count],
  );
  for (const table of ['public.sales_records', 'public.qualified_leads', 'private.sales_totals']) {
    await sql(`vacuum analyze ${table}`);
  }
}

/** Sales of one statement. */
const BATCH = 100_000;

/** Sales of the 200 representatives that `generateRequests` made, over the same three years. */
export async function generateTeamSales(sql: Backend['sql'], count: number): Promise<void> {
  for (let first = 0; first < count; first += BATCH) {
    await sql(
      `insert into public.sales_records (
         sales_rep_id, sale_date, product_name, billing_frequency, sale_amount, commission, is_cancelled, cancelled_at
       )
       select r.ids[1 + n % 200], current_date - (n * 7907 % ${DAYS})::integer,
         (array['Foundation+', 'Accelerate Pro', 'Moonshot', 'Enterprise'])[(1 + n * 13 % 4)::integer],
         case when n % 5 = 2 then 'annual' else 'monthly' end, 189500 + n * 104729 % 9000000, 15000 + n * 1299709 % 900000,
         n % 17 = 3, case when n % 17 = 3 then now() end
       from generate_series($1::bigint, $2::bigint) n
       cross join (
         select array_agg(id order by email) as ids from public.sales_representatives where email like 'rep%@scale.example'
       ) r`,
      [first, Math.min(first + BATCH, count) - 1],
    );
  }
  for (const table of ['public.sales_records', 'private.sales_totals']) await sql(`vacuum analyze ${table}`);
}

/**
 * Approves the statements of all months but the last one that is over, as managers have by then. Each representative's
 * are a decision of its own, as on the screen.
 */
export async function approveStatements(sql: Backend['sql'], managerId: string): Promise<void> {
  const months = await sql<{ repId: string; month: string; expected: object }>(
    `select o.sales_rep_id as "repId", d.month::text as month, jsonb_build_object(
       'since', to_char(o.since, 'YYYY-MM'), 'payCents', o.pay_cents, 'carriedCents', o.carried_cents
     ) as expected
     from (select (date_trunc('month', private.utc_today()::timestamp) - interval '2 months')::date as month) d
     cross join lateral private.open_sums(d.month) o`,
  );
  for (const { repId, month, expected } of months)
    await sql(`select private.approve_statements($1, $2, $3, $4, '203.0.113.9', 'Bench')`, [
      ...[repId, month, JSON.stringify(expected), managerId],
    ]);
  for (const table of ['private.commission_entries', 'private.statements'])
    await sql(`vacuum analyze ${table}`);
}
