-- No outside role can read a table. Inside a procedure, whose role is api_reader, each caller reads only their own
-- rows, although other people's rows exist.
begin;
\ir bait.psql

create temp table readings (table_name text, actor text, seen text);
-- Last digits of the ids seen, '' for no row, an SQLSTATE where there is no right to ask.
insert into readings values
  ('public.sales_representatives', 'rep A', '1'),
  ('public.sales_representatives', 'rep B', '2'),
  ('public.sales_representatives', 'customer of A', '1'),
  ('public.sales_representatives', 'customer of B', '2'),
  ('public.sales_representatives', 'manager', '1,2,3,4'),
  ('public.sales_representatives', 'manager without a code', '4'),
  ('public.contact_submissions', 'manager', '1,2'),
  ('public.contact_submissions', 'rep A', '2'),
  ('public.sales_sessions', 'manager', '6,7'),
  ('public.sales_sessions', 'manager without a code', '6,7'),
  ('public.product_prices', 'manager', '1'),
  ('public.qualified_leads', 'manager', '1,2,3,4'),
  ('public.audit_events', 'manager', '1,2,3,4'),
  ('public.product_prices', 'manager without a code', '1'),
  ('private.failed_mails', 'manager', '5'),
  ('private.upkeep_runs', 'manager', 'r'),
  ('private.customer_notes', 'rep A', '1'),
  ('private.customer_notes', 'rep B', '2'),
  ('public.qualified_leads', 'rep A', '1,3,4'),
  ('public.qualified_leads', 'rep B', '2'),
  ('public.qualified_leads', 'customer of A', '1'),
  ('public.qualified_leads', 'customer of B', '2'),
  ('public.sales_sessions', 'rep A', '1,3,4'),
  ('public.sales_sessions', 'rep B', '2'),
  ('public.customer_sessions', 'manager', '1,2,3,4'),
  ('public.customer_sessions', 'rep A', '1,3,4'),
  ('public.customer_sessions', 'rep B', '2'),
  ('public.customer_sessions', 'customer of A', '1'),
  ('public.customer_sessions', 'customer of B', '2'),
  ('public.pricing_reveals', 'manager', '1,2'),
  ('public.pricing_reveals', 'rep A', '1'),
  ('public.pricing_reveals', 'rep B', '2'),
  ('public.sales_records', 'rep A', '1'),
  ('public.sales_records', 'rep B', '2'),
  ('private.sales_totals', 'rep A', '1,1'),
  ('private.sales_totals', 'rep B', '2,2'),
  ('public.sales_records', 'manager', '1,2'),
  ('private.sales_totals', 'manager', '1,1,2,2'),
  ('private.sales_targets', 'rep A', '1'),
  ('private.sales_targets', 'rep B', '2'),
  ('private.sales_targets', 'manager', '1,2'),
  ('private.commission_rates', 'rep A', '1'),
  ('private.commission_rates', 'rep B', '1'),
  ('private.commission_rates', 'manager', '1'),
  ('private.commission_rates', 'manager without a code', '1'),
  ('private.statements', 'rep A', '1'),
  ('private.statements', 'rep B', '2'),
  ('private.statements', 'manager', '1,2'),
  ('private.commission_entries', 'rep A', '1'),
  ('private.commission_entries', 'rep B', '2'),
  ('private.commission_entries', 'manager', '1,2'),
  ('private.statement_questions', 'rep A', '1'),
  ('private.statement_questions', 'rep B', '2'),
  ('private.statement_questions', 'manager', '1,2'),
  ('public.audit_events', 'rep A', '1,3'),
  ('public.audit_events', 'rep B', '2'),
  ('public.product_prices', 'rep A', '1'),
  ('public.product_prices', 'rep B', '1'),
  ('public.product_prices', 'customer of A', '1'),
  ('public.product_prices', 'customer of B', '1');

-- Pairs that are not listed above follow from the table.
create temp view expected as
  select t.name as table_name, t.first_column, a.name as actor, coalesce(r.seen, case
    when t.name in ('public.products', 'public.product_features') then '1'
    when t.name in (
      'private.sales_totals', 'private.customer_notes', 'private.failed_mails', 'private.statements',
      'private.commission_entries', 'private.statement_questions', 'private.sales_targets',
      'private.commission_rates', 'private.upkeep_runs'
    ) then ''
    when t.name like 'private.%' then '42501'
    else ''
  end) as seen
  from tests.tables t
  cross join tests.actors a
  left join readings r on r.table_name = t.name and r.actor = a.name
  where a.api_role <> 'service_role';

select plan(2 * (select count(*)::integer from expected) + 20);

select is(
  tests.answer(actor, format(
    'select coalesce(string_agg(right(%1$s::text, 1), '','' order by %1$s::text), '''') from %2$s',
    first_column, table_name
  ), 'api_reader'),
  seen,
  format('a procedure called by %s reads of %s: %s', actor, table_name, case seen when '' then 'no row' else seen end)
) from expected order by table_name, actor;

select is(
  tests.answer(actor, format('select count(*) from %s', table_name)), '42501',
  format('%s may not select from %s', actor, table_name)
) from expected order by table_name, actor;

-- A procedure may not ask for their first column.
select is(
  tests.answer(actor, 'select count(metric) from private.site_events', 'api_reader'), seen,
  format('a procedure called by %s reads %s site events', actor, seen)
) from (values ('manager', '1'), ('manager without a code', '0'), ('rep A', '0'), ('customer of A', '0')) v (actor, seen);

-- No caller may read the columns with hashes of secrets, not even procedures that may read the row.
select is(
  tests.answer('rep A', format('select %I from public.%I limit 1', c.name, c.table_name), 'api_reader'), '42501',
  format('no procedure may ask for %s.%s', c.table_name, c.name)
) from (values
  ('qualified_leads', 'access_token_hash'), ('sales_sessions', 'refresh_hash'), ('customer_sessions', 'refresh_hash'),
  ('sales_sessions', 'manager_until'), ('contact_submissions', 'consent_text')
) c (table_name, name);
select is(
  tests.answer('customer of A', 'select * from public.qualified_leads', 'api_reader'), '42501',
  'nor for all columns of a customer'
);

-- The same statement, with and without a right: 42501 is the refusal, not a mistake in the statement.
select tests.act_as('anon');
select throws_ok('select * from public.products', '42501', null, 'anon is refused the plans');
select throws_ok('select * from public.product_prices', '42501', null, 'anon is refused the prices');
select throws_ok('select * from public.sales_records', '42501', null, 'anon is refused the sales');
select tests.act_as('rep A');
select throws_ok('select * from public.product_prices', '42501', null, 'a representative is refused the prices table');
select throws_ok('select * from public.sales_records', '42501', null, 'and their own sales');
select throws_ok('select private.current_rep_id()', '42501', null, 'and the helpers of the procedures');
select tests.act_as('rep A', 'api_reader');
select lives_ok('select * from public.product_prices', 'a procedure that they call may read prices');
select is_empty(
  $$select 1 from public.sales_records where sales_rep_id = 'a0000000-0000-4000-9000-000000000002'$$,
  'and asks for the sales of rep B by name and gets none'
);
select tests.act_as_owner();
select isnt_empty(
  $$select 1 from public.sales_records where sales_rep_id = 'a0000000-0000-4000-9000-000000000002'$$,
  'although rep B has sales'
);
select ok(
  (select bool_and(c.relrowsecurity) from pg_class c join tests.tables t on t.name::regclass = c.oid),
  'row-level security is on for every table'
);

select * from finish();
rollback;
