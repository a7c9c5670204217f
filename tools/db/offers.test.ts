import { afterAll, beforeAll, expect, test } from 'vitest';
import { UserError } from '../command/user-error.ts';
import { withConnection } from '../postgres/connect.ts';
import { createTestDatabase, type TestDatabase } from '../stack/backend/schema/test-database.ts';
import { watchOffers } from './offers.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const BEFORE = `
  create role offers_reader;
  create role offers_member;
  grant offers_reader to offers_member;
  create schema hidden;
  grant usage on schema hidden to offers_reader;
  create type hidden.kind as enum ('a', 'b');
  create type hidden.pair as (one int, two int);
  create domain hidden.short as text check (value <> '');
  create table public.sales (id int generated always as identity, n int default 1, day date, note text);
  grant select on public.sales to offers_reader;
  create policy everyone on public.sales for select to offers_reader using (true);
  create view public.sold as select n, day from public.sales;
  create materialized view hidden.sums as select 1 as n;
  create function public.get_sales(rep uuid, days int default 1, out n bigint) language sql as 'select 1';
  create function public.listed(rep uuid) returns table (n int, m int) language sql as 'select 1, 1';
  create function hidden.inner_one(uuid) returns int language sql as 'select 1';
  revoke execute on all functions in schema public, hidden from public;
  grant execute on all functions in schema public, hidden to offers_reader;`;

/** Runs statements as one migration, and undoes them. @returns why they are refused */
function refusal(statements: string, file = '1_a.sql'): Promise<string | null> {
  return withConnection(database.url, async (sql) => {
    await sql.query(`begin; ${BEFORE}`);
    const after = await watchOffers(sql);
    await sql.query(statements);
    const error = await after(file).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    await sql.query('rollback');
    if (error === null) return null;
    expect(error).toBeInstanceOf(UserError);
    return (error as UserError).message;
  });
}

const again = (head: string, rights = 'grant execute on function public.get_sales to offers_reader') =>
  `drop function public.get_sales; create function public.get_sales(${head} language sql as 'select 1';
   revoke execute on function public.get_sales from public; ${rights}`;

test.each([
  ['alter table sales drop column note', 'public.sales.note text'],
  ['drop table sales cascade', 'public.sales'],
  ['alter table sales rename column n to m', 'public.sales.n integer'],
  ['alter table sales alter n drop default', 'the default of public.sales.n'],
  ['alter table sales alter id drop identity', 'the default of public.sales.id'],
  ['drop view sold', 'public.sold'],
  ['drop materialized view hidden.sums', 'hidden.sums'],
  ['drop policy everyone on sales', 'policy everyone of public.sales for select to offers_reader'],
  ['alter policy everyone on sales to current_user', 'policy everyone of public.sales'],
  ['drop type hidden.kind', 'type hidden.kind'],
  ["alter type hidden.kind rename value 'b' to 'c'", "value 'b' of type hidden.kind"],
  ['alter type hidden.pair drop attribute two', 'hidden.pair.two integer'],
  ['alter type hidden.pair alter attribute two type text', 'hidden.pair.two integer'],
  ["alter domain hidden.short add check (value <> 'a')", 'type hidden.short text CHECK'],
  ['drop domain hidden.short', 'type hidden.short'],
  ['drop function get_sales(uuid, int)', 'procedure public.get_sales'],
  ['drop routine get_sales', 'procedure public.get_sales'],
  ['alter function get_sales rename to get_sold', 'procedure public.get_sales'],
  ['alter function get_sales set schema hidden', 'procedure public.get_sales'],
  [again('who uuid, days int default 1, out n bigint)'), 'argument rep uuid of public.get_sales'],
  [again('rep text, days int default 1, out n bigint)'), 'argument rep uuid of public.get_sales'],
  [again('rep uuid, days int default 1) returns int'), 'the answer bigint of public.get_sales'],
  [again('rep uuid, days int default 1, out n bigint)', ''), 'execute on public.get_sales for offers_reader'],
  [
    `drop function listed; create function listed(rep uuid) returns table (n int, o int) language sql as 'select 1, 1'`,
    'm integer in the answer of public.listed',
  ],
  [
    `create function get_sales(rep uuid, days int, more text default null) returns int language sql as 'select 1'`,
    'procedure public.get_sales, as the one of its name',
  ],
  ['revoke select on sales from offers_reader', 'select on public.sales for offers_reader'],
  ['revoke execute on function hidden.inner_one(uuid) from offers_reader', 'execute on hidden.inner_one'],
  ['revoke usage on schema hidden from offers_reader', 'usage on schema hidden for offers_reader'],
  ['revoke offers_reader from offers_member', 'role offers_reader for offers_member'],
])('what live code may use is taken away under a name that says so alone: %s', async (statement, what) => {
  const refused = await refusal(statement);
  expect(refused).toContain(`migrations/1_a.sql: live code may still use ${what}`);
  expect(refused).toMatch(/Then: run db diff contract_<name>$/);
  expect(await refusal(statement, '20990101000000_contract_a.sql')).toBeNull();
});

test.each([
  [again('rep uuid, days int, out n bigint)'), 'argument days integer of public.get_sales'],
  [again('rep uuid, more text, days int default 1, out n bigint)'), 'argument more text of public.get_sales'],
  ['alter table sales enable row level security', 'row security of public.sales'],
  ['create policy fewer on sales as restrictive using (n > 0)', 'policy fewer of public.sales'],
])('live code is not asked for more: %s', async (statement, what) => {
  expect(await refusal(statement)).toContain(`live code does not know ${what}`);
  expect(await refusal(statement, '1_contract_a.sql')).toBeNull();
});

test.each([
  again('days int default 1, rep uuid default null, more text default null, out n bigint)'),
  `drop function listed; create function listed(rep uuid) returns table (n int, o int, m int) language sql as 'select 1, 1, 1';
   revoke execute on function listed from public; grant execute on function listed to offers_reader`,
  'alter table sales add column region text not null default $$$$; alter table sales alter n set default 2',
  "alter type hidden.kind add value 'c'; alter type hidden.pair add attribute three int",
  'drop function hidden.inner_one(uuid)',
  'drop policy everyone on sales; create policy everyone on sales for select to offers_reader using (n > 0)',
  'create view public.other as select 1 as n; drop view public.other',
  'create table public.half (n int not null); alter table public.half enable row level security',
  'create or replace view public.sold as select n, day, 2 as m from public.sales',
  'grant create on schema hidden to offers_reader; revoke create on schema hidden from offers_reader',
])('what lets live code go on is accepted: %s', async (statements) => {
  expect(await refusal(statements)).toBeNull();
});
