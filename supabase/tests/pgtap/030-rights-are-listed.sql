-- Every right of an API role on a table is written here. A table or policy that is missing here fails the test.
-- Functions follow rules, and only those that bypass policies are named. Who of the outside roles may call which
-- procedure: shared/src/contracts/backend/calls.ts, compared by rights/list-of-calls.test.ts.
begin;
\ir bait.psql

-- Rights on whole tables. 020 reads those on columns.
create temp table table_rights (name text, role text, privileges text not null, primary key (name, role));
insert into table_rights values
  ('private.commission_rates', 'api_reader', 'SELECT'),
  ('private.commission_rates', 'service_role', 'DELETE,INSERT,SELECT'),
  ('private.commission_entries', 'api_reader', 'SELECT'),
  ('private.commission_entries', 'service_role', 'DELETE,INSERT,SELECT'),
  ('private.customer_notes', 'api_reader', 'SELECT'),
  ('private.customer_notes', 'service_role', 'DELETE,INSERT,SELECT,UPDATE'),
  ('private.manager_codes', 'service_role', 'DELETE,INSERT,SELECT,UPDATE'),
  ('private.rate_limit_counters', 'service_role', 'DELETE,INSERT,SELECT,UPDATE'),
  ('private.upkeep_runs', 'api_reader', 'SELECT'),
  ('private.upkeep_runs', 'service_role', 'INSERT,SELECT,UPDATE'),
  ('private.sales_totals', 'api_reader', 'SELECT'),
  ('private.sales_totals', 'service_role', 'DELETE,INSERT,SELECT,UPDATE'),
  ('private.imported_sales', 'service_role', 'DELETE,INSERT,SELECT,UPDATE'),
  ('private.sales_imports', 'service_role', 'DELETE,INSERT,SELECT,UPDATE'),
  ('private.sales_rep_credentials', 'service_role', 'DELETE,INSERT,SELECT,UPDATE'),
  ('private.handovers', 'service_role', 'DELETE,INSERT,SELECT,UPDATE'),
  ('private.work_mails', 'service_role', 'DELETE,INSERT,SELECT,UPDATE'),
  ('private.failed_mails', 'api_reader', 'SELECT'),
  ('private.failed_mails', 'service_role', 'DELETE,INSERT,SELECT,UPDATE'),
  ('private.site_counts', 'service_role', 'DELETE,INSERT,SELECT,UPDATE'),
  ('private.site_event_days', 'service_role', 'DELETE,INSERT,SELECT,UPDATE'),
  ('private.site_events', 'service_role', 'DELETE,INSERT,SELECT,UPDATE'),
  ('private.staged_sales', 'service_role', 'DELETE,INSERT,SELECT,TRUNCATE'),
  ('private.statement_questions', 'api_reader', 'SELECT'),
  ('private.statement_questions', 'service_role', 'INSERT,SELECT,UPDATE'),
  ('private.sales_targets', 'api_reader', 'SELECT'),
  ('private.sales_targets', 'service_role', 'DELETE,INSERT,SELECT,UPDATE'),
  ('private.statements', 'api_reader', 'SELECT'),
  ('private.statements', 'service_role', 'INSERT,SELECT,UPDATE'),
  ('private.verification_codes', 'service_role', 'DELETE,INSERT,SELECT,UPDATE'),
  ('public.audit_events', 'api_reader', 'SELECT'),
  ('public.audit_events', 'service_role', 'DELETE,INSERT,SELECT'),
  ('public.contact_submissions', 'service_role', 'DELETE,INSERT,SELECT,UPDATE'),
  ('public.customer_sessions', 'service_role', 'DELETE,INSERT,SELECT,UPDATE'),
  ('public.pricing_reveals', 'api_reader', 'SELECT'),
  ('public.pricing_reveals', 'service_role', 'INSERT,SELECT'),
  ('public.product_features', 'api_reader', 'SELECT'),
  ('public.product_features', 'service_role', 'DELETE,INSERT,SELECT,UPDATE'),
  ('public.product_prices', 'api_reader', 'SELECT'),
  ('public.product_prices', 'service_role', 'DELETE,INSERT,SELECT'),
  ('public.products', 'api_reader', 'SELECT'),
  ('public.products', 'service_role', 'DELETE,INSERT,SELECT,UPDATE'),
  ('public.qualified_leads', 'service_role', 'DELETE,INSERT,SELECT,UPDATE'),
  ('public.sales_records', 'api_reader', 'SELECT'),
  ('public.sales_records', 'service_role', 'DELETE,INSERT,SELECT,UPDATE'),
  ('public.sales_representatives', 'api_reader', 'SELECT'),
  ('public.sales_representatives', 'service_role', 'INSERT,SELECT,UPDATE'),
  ('public.sales_sessions', 'service_role', 'DELETE,INSERT,SELECT,UPDATE');

create temp view api_roles as select unnest(array['anon', 'api_reader', 'authenticated', 'service_role']) as role;
create temp view functions as
  select format('%I.%s', n.nspname, regexp_replace(p.oid::regprocedure::text, '^[a-z_]+\.', '')) as name,
    n.nspname::text as schema, p.prosecdef, p.proconfig, p.proowner::regrole::text as owner,
    p.prorettype = 'trigger'::regtype as is_trigger, p.provolatile = 'v' as may_write,
    array_to_string(array(
      select r from unnest(array['anon', 'api_reader', 'authenticated', 'corvane_backup', 'service_role']) r
      where has_function_privilege(r, p.oid, 'execute') order by r
    ), ',') as roles
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('public', 'private');

select plan((select count(*) * 4 + 14 from tests.tables)::integer);

select cmp_ok((select count(*) from functions), '>', 200::bigint, 'the rules below are asked about every function');

-- A procedure is for people, or for functions and operators. One for people runs as api_reader, so policies apply to it.
select is_empty(
  $$select name, owner, prosecdef, roles from functions where schema = 'public' and case owner
    when 'api_reader' then not prosecdef or roles not in ('api_reader,authenticated', 'anon,api_reader,authenticated')
    else prosecdef or roles <> 'service_role' end$$,
  'a procedure is for outside roles and runs as api_reader, or for service_role alone and runs with its rights'
);

-- Private functions run with the rights of their caller, except those listed below.
select is_empty(
  $$select name, roles from functions where schema = 'private' and not prosecdef
    and case when is_trigger then roles <> '' else roles not in ('api_reader', 'service_role', 'api_reader,service_role') end$$,
  'a private function is for procedures or for service_role, one of a trigger for no role'
);

-- A procedure that ran as the tables' owner would bypass every policy.
select set_eq(
  'select name, roles from functions where prosecdef and owner <> ''api_reader''',
  $$values
    ('private.current_rep_id()', 'api_reader,service_role'), ('private.current_customer_id()', 'api_reader'),
    ('private.current_manager_until()', 'api_reader'), ('private.rep_rows(uuid[])', 'api_reader,service_role'),
    ('private.refuse_ended_session()', 'api_reader'), ('private.require_manager(uuid)', 'api_reader,service_role'),
    ('private.rep_session_rows(uuid)', 'api_reader'), ('private.opened_links(date,date)', 'api_reader,service_role'),
    ('private.handover_choice_rows(uuid,text)', 'api_reader'), ('private.recent_handovers()', 'api_reader'),
    ('private.recent_import_rows()', 'api_reader'),
    ('private.newest_migration()', 'corvane_backup,service_role'),
    ('private.record_backup_run(text,jsonb)', 'corvane_backup')$$,
  'only the session helpers, what managers see of others, the newest migration and notes of backups bypass the policies'
);
select set_eq(
  'select name from functions where prosecdef and owner = ''api_reader''',
  $$select name from functions where schema = 'public' and roles ~ '\m(anon|authenticated)\M'$$,
  'every procedure that an API role may call runs as api_reader'
);
select is_empty(
  $$select name, roles from functions where may_write and roles ~ '\m(anon|api_reader|authenticated)\M'$$,
  'what a person''s call runs is declared to write nothing'
);
select is_empty(
  $$select name, proconfig from functions where not coalesce(proconfig @> array['search_path=""'], false)$$,
  'every function has an empty search path'
);
select is_empty(
  $$select 1 from pg_roles where rolname = 'api_reader'
    and (rolcanlogin or rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolinherit)$$,
  'api_reader cannot log in and bypasses no policy'
);
select is_empty(
  $$select 1 from pg_auth_members m where m.member = 'api_reader'::regrole
    union all select 1 from pg_roles where rolname in ('anon', 'authenticated', 'authenticator', 'service_role')
      and pg_has_role(oid, 'api_reader', 'member')
    union all select 1 from pg_class where relowner = 'api_reader'::regrole$$,
  'it is a member of no role, no role of the API is a member of it, and it owns no table'
);

select is(
  (
    select coalesce(string_agg(p, ',' order by p), '')
    from unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) p
    where has_table_privilege(a.role, t.name, p)
  ),
  coalesce(r.privileges, ''), format('%s on %s: %s', a.role, t.name, coalesce(r.privileges, 'nothing'))
) from tests.tables t cross join api_roles a left join table_rights r on r.name = t.name and r.role = a.role
order by t.name, a.role;

select is_empty(
  $$select role, c.oid::regclass from pg_class c, unnest(array['anon', 'authenticated']) role
    where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind in ('r', 'p', 'v', 'm', 'f')
      and has_any_column_privilege(role, c.oid, 'select')$$,
  'outside roles may not read a single column of a table or view'
);
select is_empty(
  $$select a.role, t.name, p from tests.tables t, api_roles a, unnest(array['INSERT', 'UPDATE', 'REFERENCES']) p
    where a.role <> 'service_role' and has_any_column_privilege(a.role, t.name, p)$$,
  'outside roles may not write a single column'
);

select set_eq(
  $$select schemaname || '.' || tablename || ' ' || cmd || ' ' || policyname || ' ' || array_to_string(roles, ',')
    from pg_policies where schemaname in ('public', 'private')$$,
  array[
    'private.commission_rates SELECT commission_rates_select_rep api_reader',
    'private.commission_entries SELECT commission_entries_select_own_or_manager api_reader',
    'private.statement_questions SELECT statement_questions_select_own_or_manager api_reader',
    'private.sales_targets SELECT sales_targets_select_own_or_manager api_reader',
    'private.statements SELECT statements_select_own_or_manager api_reader',
    'private.customer_notes SELECT customer_notes_select_author api_reader',
    'private.sales_totals SELECT sales_totals_select_seller_or_manager api_reader',
    'private.failed_mails SELECT failed_mails_select_manager api_reader',
    'private.upkeep_runs SELECT upkeep_runs_select_manager api_reader',
    'private.site_events SELECT site_events_select_manager api_reader',
    'public.audit_events SELECT audit_events_select_rep_or_manager api_reader',
    'public.contact_submissions SELECT contact_submissions_select_manager_or_assigned api_reader',
    'public.customer_sessions SELECT customer_sessions_select_rep_self_or_manager api_reader',
    'public.pricing_reveals SELECT pricing_reveals_select_rep_or_manager api_reader',
    'public.product_features SELECT product_features_select_everyone api_reader',
    'public.product_prices SELECT product_prices_select_live_session_or_manager api_reader',
    'public.products SELECT products_select_everyone api_reader',
    'public.qualified_leads SELECT qualified_leads_select_rep_self_or_manager api_reader',
    'public.sales_records SELECT sales_records_select_seller_or_manager api_reader',
    'public.sales_representatives SELECT sales_representatives_select_self_customer_or_manager api_reader',
    'public.sales_sessions SELECT sales_sessions_select_self api_reader'
  ],
  'exactly these policies exist'
);
select is_empty(
  $$select 1 from api_roles a where has_schema_privilege(a.role, 'private', 'create')
    or has_schema_privilege(a.role, 'public', 'create')
    or (a.role <> 'service_role' and has_database_privilege(a.role, current_database(), 'create'))$$,
  'no API role can create objects in either schema'
);
select is_empty(
  $$select 1 from unnest(array['anon', 'authenticated']) as role where has_schema_privilege(role, 'private', 'usage')$$,
  'outside roles cannot use the private schema'
);

select * from finish();
rollback;
