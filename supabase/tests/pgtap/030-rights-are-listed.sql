-- Every right that an API role has is written here; a table, function or policy that is missing here fails.
begin;
\ir bait.psql

create temp table function_rights (name text primary key, roles text not null);
insert into function_rights values
  ('private.attempt_wait(jsonb)', 'service_role'),
  ('private.count_attempt(jsonb)', 'service_role'),
  ('private.commission_group(boolean,boolean,date)', 'authenticated'),
  ('private.commission_pending_days()', 'authenticated'),
  ('private.filter_day(jsonb,text)', 'authenticated'),
  ('private.found_leads(text,uuid)', 'authenticated'),
  ('private.found_products(text,uuid)', 'authenticated'),
  ('private.hidden_leads(uuid)', 'authenticated'),
  ('private.keep_sales_daily_totals()', ''),
  ('private.note_link()', ''),
  ('private.pending_since()', 'authenticated'),
  ('private.read_cursor(text,text)', 'authenticated'),
  ('private.refuse_unknown_fields(jsonb,text[])', 'authenticated'),
  ('private.sales_condition(jsonb,uuid)', 'authenticated'),
  ('private.sales_rows(uuid[])', 'authenticated'),
  ('private.sales_source(jsonb,uuid)', 'authenticated'),
  ('private.search_term(jsonb)', 'authenticated'),
  ('private.series_step(date,date)', 'authenticated'),
  ('private.sold_products(uuid)', 'authenticated'),
  ('private.text_list(jsonb,text,text[])', 'authenticated'),
  ('private.utc_today()', 'authenticated'),
  ('private.write_cursor(jsonb)', 'authenticated'),
  ('public.begin_sales_import(uuid,boolean)', 'service_role'),
  ('public.commit_sales_import(uuid,integer)', 'service_role'),
  ('public.discard_sales_import(uuid)', 'service_role'),
  ('public.export_sales(uuid,date,uuid,integer)', 'service_role'),
  ('public.get_customer_openings(timestamp with time zone)', 'authenticated'),
  ('public.get_customer_timeline(uuid)', 'authenticated'),
  ('public.get_customers(jsonb,integer,text)', 'authenticated'),
  ('public.get_sale_explanation(uuid)', 'authenticated'),
  ('public.get_sales_dashboard(jsonb)', 'authenticated'),
  ('public.get_sales_table(jsonb,text,text,integer,text)', 'authenticated'),
  ('public.stage_sales(uuid,jsonb)', 'service_role'),
  ('private.current_lead_id()', 'anon,authenticated,service_role'),
  ('private.current_rep_id()', 'anon,authenticated,service_role'),
  ('private.is_one_line(text)', 'service_role'),
  ('private.jwt_session_id()', 'anon,authenticated,service_role'),
  ('private.live_rep_id(uuid)', 'service_role'),
  ('private.may_see_prices()', 'anon,authenticated,service_role'),
  ('private.note_expired_link(qualified_leads)', 'service_role'),
  ('private.refuse_change()', ''),
  ('private.write_audit(text,uuid,uuid,text,text,jsonb)', 'service_role'),
  ('public.add_rep(text,text,text)', 'service_role'),
  ('public.begin_customer_session(text,text,text,text,jsonb)', 'service_role'),
  ('public.begin_rep_session(text,text,text,text,jsonb)', 'service_role'),
  ('public.check_verification_code(uuid,uuid,text,text,text,text)', 'service_role'),
  ('public.claim_contact_notification(uuid,integer)', 'service_role'),
  ('public.disable_rep(uuid)', 'service_role'),
  ('public.end_rep_sessions(uuid)', 'service_role'),
  ('public.end_session(text,text,text,text)', 'service_role'),
  ('public.extend_access(uuid,uuid,text,text)', 'service_role'),
  ('public.find_verification_email(uuid,uuid)', 'service_role'),
  ('public.finish_contact_notification(uuid,boolean)', 'service_role'),
  ('public.finish_verification_mail(uuid,boolean,text,text)', 'service_role'),
  ('public.get_lead_by_id(uuid)', 'authenticated'),
  ('public.get_plan_prices()', 'anon,authenticated'),
  ('public.get_product_description(text)', 'anon,authenticated'),
  ('public.get_product_features(text)', 'anon,authenticated'),
  ('public.get_sales_page(integer,date,uuid)', 'authenticated'),
  ('public.get_sales_records_by_rep(uuid)', 'authenticated'),
  ('public.get_sales_summary()', 'authenticated'),
  ('public.give_back_attempt(text)', 'service_role'),
  ('public.record_site_events(jsonb)', 'service_role'),
  ('public.renew_session(text)', 'service_role'),
  ('public.revoke_access(uuid,uuid,text,text)', 'service_role'),
  ('public.revoke_customer_access(uuid)', 'service_role'),
  ('public.rotate_rep_credential(uuid,text)', 'service_role'),
  ('public.save_contact_submission(jsonb)', 'service_role'),
  ('public.site_event_stats(timestamp with time zone)', 'service_role'),
  ('public.start_verification(uuid,uuid,text,text,text,text)', 'service_role'),
  ('public.take_attempt(text,integer,integer)', 'service_role');

-- Rights on whole tables; those on columns are read in 020.
create temp table table_rights (name text, role text, privileges text not null, primary key (name, role));
insert into table_rights values
  ('private.rate_limit_counters', 'service_role', 'DELETE,INSERT,SELECT,UPDATE'),
  ('private.sales_daily_totals', 'authenticated', 'SELECT'),
  ('private.sales_daily_totals', 'service_role', 'DELETE,INSERT,SELECT,UPDATE'),
  ('private.sales_imports', 'service_role', 'DELETE,INSERT,SELECT,UPDATE'),
  ('private.sales_rep_credentials', 'service_role', 'INSERT,SELECT,UPDATE'),
  ('private.site_event_days', 'service_role', 'DELETE,INSERT,SELECT,UPDATE'),
  ('private.site_events', 'service_role', 'DELETE,INSERT,SELECT,UPDATE'),
  ('private.staged_sales', 'service_role', 'INSERT,SELECT,TRUNCATE'),
  ('private.verification_codes', 'service_role', 'DELETE,INSERT,SELECT,UPDATE'),
  ('public.audit_events', 'authenticated', 'SELECT'),
  ('public.audit_events', 'service_role', 'INSERT,SELECT'),
  ('public.contact_submissions', 'service_role', 'INSERT,SELECT,UPDATE'),
  ('public.customer_sessions', 'service_role', 'INSERT,SELECT,UPDATE'),
  ('public.pricing_reveals', 'authenticated', 'SELECT'),
  ('public.pricing_reveals', 'service_role', 'INSERT,SELECT'),
  ('public.product_features', 'anon', 'SELECT'),
  ('public.product_features', 'authenticated', 'SELECT'),
  ('public.product_features', 'service_role', 'DELETE,INSERT,SELECT,UPDATE'),
  ('public.product_prices', 'authenticated', 'SELECT'),
  ('public.product_prices', 'service_role', 'DELETE,INSERT,SELECT,UPDATE'),
  ('public.products', 'anon', 'SELECT'),
  ('public.products', 'authenticated', 'SELECT'),
  ('public.products', 'service_role', 'DELETE,INSERT,SELECT,UPDATE'),
  ('public.qualified_leads', 'service_role', 'INSERT,SELECT,UPDATE'),
  ('public.sales_records', 'authenticated', 'SELECT'),
  ('public.sales_records', 'service_role', 'INSERT,SELECT,UPDATE'),
  ('public.sales_representatives', 'authenticated', 'SELECT'),
  ('public.sales_representatives', 'service_role', 'INSERT,SELECT,UPDATE'),
  ('public.sales_sessions', 'service_role', 'INSERT,SELECT,UPDATE');

create temp view api_roles as select unnest(array['anon', 'authenticated', 'service_role']) as role;
create temp view functions as
  select p.oid, format('%I.%s', n.nspname, regexp_replace(p.oid::regprocedure::text, '^[a-z_]+\.', '')) as name,
    p.prosecdef, p.proconfig
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('public', 'private');

select plan((
  select (select count(*) from functions) * 4 + (select count(*) from tests.tables) * 3 + 5
)::integer);

select set_eq('select name from functions', 'select name from function_rights', 'every function is listed');

select is(
  has_function_privilege(a.role, f.oid, 'execute'), a.role = any (string_to_array(r.roles, ',')),
  format('%s %s %s', a.role, case when a.role = any (string_to_array(r.roles, ',')) then 'may call' else 'may not call' end,
    f.name)
) from functions f left join function_rights r using (name) cross join api_roles a order by f.name, a.role;

select ok(f.proconfig @> array['search_path=""'], format('%s has an empty search path', f.name)) from functions f;

select set_eq(
  'select name from functions where prosecdef',
  array['private.current_rep_id()', 'private.current_lead_id()'],
  'only these answer with their owner''s rights'
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
  $$select a.role, t.name, p from tests.tables t, api_roles a, unnest(array['INSERT', 'UPDATE', 'REFERENCES']) p
    where a.role <> 'service_role' and has_any_column_privilege(a.role, t.name, p)$$,
  'nobody from outside may write a single column'
);

select set_eq(
  $$select schemaname || '.' || tablename || ' ' || cmd || ' ' || policyname || ' ' || array_to_string(roles, ',')
    from pg_policies where schemaname in ('public', 'private')$$,
  array[
    'private.rate_limit_counters ALL rate_limit_counters_all_service_role service_role',
    'private.sales_daily_totals ALL sales_daily_totals_all_service_role service_role',
    'private.sales_daily_totals SELECT sales_daily_totals_select_seller authenticated',
    'private.sales_imports ALL sales_imports_all_service_role service_role',
    'private.sales_rep_credentials ALL sales_rep_credentials_all_service_role service_role',
    'private.site_event_days ALL site_event_days_all_service_role service_role',
    'private.site_events ALL site_events_all_service_role service_role',
    'private.staged_sales ALL staged_sales_all_service_role service_role',
    'private.verification_codes ALL verification_codes_all_service_role service_role',
    'public.audit_events SELECT audit_events_select_rep authenticated',
    'public.contact_submissions ALL contact_submissions_all_service_role service_role',
    'public.customer_sessions SELECT customer_sessions_select_rep_or_self authenticated',
    'public.pricing_reveals SELECT pricing_reveals_select_rep authenticated',
    'public.product_features SELECT product_features_select_everyone anon,authenticated',
    'public.product_prices SELECT product_prices_select_live_session authenticated',
    'public.products SELECT products_select_everyone anon,authenticated',
    'public.qualified_leads SELECT qualified_leads_select_rep_or_self authenticated',
    'public.sales_records SELECT sales_records_select_seller authenticated',
    'public.sales_representatives SELECT sales_representatives_select_self authenticated',
    'public.sales_sessions SELECT sales_sessions_select_self authenticated'
  ],
  'these policies, and no other'
);
select is_empty(
  $$select 1 from api_roles a where has_schema_privilege(a.role, 'private', 'create')
    or (a.role <> 'service_role' and has_database_privilege(a.role, current_database(), 'create'))$$,
  'no API role can make anything in the private schema'
);

select * from finish();
rollback;
