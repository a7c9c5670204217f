import { afterAll, beforeAll, expect, test } from 'vitest';
import { withConnection } from '../../../tools/postgres/connect.ts';
import type { TestDatabase } from '../../../tools/stack/backend/schema/test-database.ts';
import { seededDatabase } from '../fixtures/database-template.ts';

/*
 * The page of a person without prices only says that prices are unavailable. The operator learns the reason from the
 * warnings in the database's log. The API drops them, so this test has its own connection.
 */

let database: TestDatabase;

beforeAll(async () => {
  database = await seededDatabase();
});
afterAll(() => database?.drop());

/**
 * Makes a change, lets a signed-in representative ask for the prices, and undoes the change.
 * @returns what the database logged meanwhile, and the plans without a price that it reports to the doctor
 */
async function reportsAfter(change: string): Promise<{ logged: string[]; reported: string[] }> {
  const warnings: string[] = [];
  return withConnection(
    database.url,
    async (sql) => {
      await sql.query('begin');
      await sql.query(change);
      await sql.query(`with session as (
        insert into public.sales_sessions (sales_rep_id, refresh_hash, expires_at)
        select id, repeat('5', 64), now() + interval '1 hour' from public.sales_representatives
        where disabled_at is null limit 1 returning id
      )
      select set_config(
        'request.jwt.claims', json_build_object('role', 'authenticated', 'session_id', id)::text, true
      ) from session`);
      await sql.query('select * from public.get_plan_prices()');
      const [upkeep] = await sql.query<{ reported: string[] }>(
        `select public.report_upkeep() -> 'plansWithoutPrice' as reported`,
      );
      return { logged: warnings, reported: upkeep?.reported ?? [] };
    },
    (text) => warnings.push(text),
  );
}

const deletePrices = (condition: string) =>
  `delete from public.product_prices c using public.products p where p.id = c.product_id and ${condition}`;
const missing = (slug: string) =>
  `get_plan_prices: plan "${slug}" has no price in force; run ops catalogue load or ops price set`;

test.each<[string, string, string[]]>([
  ['all plans have a price', 'select 1', []],
  ['one plan has no price', deletePrices("p.slug = 'moonshot'"), ['moonshot']],
  [
    'the only price of a plan is in the future',
    "update public.product_prices set valid_from = now() + interval '1 day' where product_id = (select id from public.products where slug = 'moonshot')",
    ['moonshot'],
  ],
  [
    'no plan has a price',
    deletePrices('true'),
    ['foundation-plus', 'accelerate-pro', 'moonshot', 'enterprise'],
  ],
  ['only Enterprise, whose price managers see, has none', deletePrices('p.is_enterprise'), ['enterprise']],
])('the log and the doctor name each plan without a price: %s', async (_case, change, slugs) => {
  expect(await reportsAfter(change)).toEqual({ logged: slugs.map(missing), reported: slugs });
});

test('the log says when there is no plan', async () => {
  expect((await reportsAfter('delete from public.products')).logged).toEqual([
    'get_plan_prices: the catalogue holds no plan; run ops catalogue load',
  ]);
});
