-- Every right that an API role has is written here; a table, function or policy that is missing here fails.
begin;
\ir bait.psql

create temp table function_rights (name text primary key, roles text not null);
insert into function_rights values
  ('private.done_by(uuid)', 'service_role'),
  ('private.hold_manager(uuid)', 'service_role'),
  ('private.full_names(text)', 'service_role'),
  ('private.typed_texts(contact_submissions)', 'service_role'),
  ('private.lock_reps(uuid[])', 'service_role'),
  ('private.rep_texts(uuid)', 'service_role'),
  ('private.has_sales_id(uuid,text)', 'service_role'),
  ('private.last_rep_change(uuid)', 'service_role'),
  ('private.sales_id_since(uuid)', 'service_role'),
  ('private.rep_conflict(uuid)', 'service_role'),
  ('private.edit_rep_by_manager(uuid,jsonb,jsonb,uuid,text,text)', 'service_role'),
  ('private.rotate_sales_id_by_manager(uuid,timestamp with time zone,text,uuid,uuid,text,text)', 'service_role'),
  ('public.change_rep_by_manager(uuid,jsonb,text,text,text)', 'service_role'),
  ('private.rep_rows(uuid[])', 'api_reader,service_role'),
  ('private.rep_page(jsonb,integer,text)', 'api_reader,service_role'),
  ('public.get_reps(jsonb,integer,text)', 'api_reader,authenticated'),
  ('public.find_reps(jsonb,integer,text)', 'service_role'),
  ('private.rep_session_rows(uuid)', 'api_reader'),
  ('public.get_rep_sessions(uuid)', 'api_reader,authenticated'),
  ('private.note_handed_requests(uuid[],uuid,uuid,uuid,text,text)', 'service_role'),
  ('private.missing_from(uuid,uuid[],uuid[])', 'service_role'),
  ('private.apply_handover(uuid,uuid,uuid,uuid[],uuid[],jsonb,uuid,text,text)', 'service_role'),
  ('private.undone_handover(private.handovers)', 'service_role'),
  ('private.apply_handover_undo(uuid,uuid,text,text)', 'service_role'),
  ('public.hand_over_by_manager(uuid,jsonb,text,text)', 'service_role'),
  ('private.handover_choice_rows(uuid,text)', 'api_reader'),
  ('public.get_handover_choices(uuid,text)', 'api_reader,authenticated'),
  ('private.recent_handovers()', 'api_reader'),
  ('public.get_handovers()', 'api_reader,authenticated'),
  ('private.attempt_wait(jsonb)', 'service_role'),
  ('private.manager_access_life()', 'api_reader,service_role'),
  ('private.current_manager_until()', 'api_reader,service_role'),
  ('private.require_manager()', 'api_reader'),
  ('private.live_manager_id(uuid)', 'service_role'),
  ('private.is_last_manager(uuid)', 'service_role'),
  ('private.is_spent_sales_id(text,uuid)', 'service_role'),
  ('private.filter_text(jsonb,text,integer)', 'api_reader,service_role'),
  ('private.contact_request_statuses()', 'api_reader,service_role'),
  ('private.contact_request_campaigns()', 'api_reader'),
  ('private.contact_request_sources()', 'api_reader'),
  ('private.contact_request_rows(uuid[])', 'api_reader,service_role'),
  ('private.contact_request_counts()', 'api_reader,service_role'),
  ('private.contact_request_page(jsonb,text,integer,text)', 'api_reader,service_role'),
  ('private.last_contact_request_change(uuid)', 'service_role'),
  ('private.apply_contact_request_change(text,uuid,uuid,integer,jsonb,text,text)', 'service_role'),
  ('public.get_manager_access()', 'api_reader,authenticated'),
  ('public.get_contact_requests(jsonb,text,integer,text)', 'api_reader,authenticated'),
  ('public.get_contact_request_choices()', 'api_reader,authenticated'),
  ('public.get_reps_for_assignment()', 'api_reader,authenticated'),
  ('private.audit_line_numbers(uuid[],text,timestamp with time zone,timestamp with time zone,timestamp with time zone,bigint,integer)', 'api_reader,service_role'),
  ('private.audit_lines(bigint[])', 'api_reader,service_role'),
  ('private.audit_trail_page(jsonb,integer,text)', 'api_reader,service_role'),
  ('private.exported_filter(jsonb)', 'service_role'),
  ('private.note_list_export(uuid,text,jsonb,integer,text,text)', 'service_role'),
  ('public.export_audit_events(text,text,timestamp with time zone,timestamp with time zone,bigint)', 'service_role'),
  ('public.export_contact_requests(jsonb,text)', 'service_role'),
  ('public.export_list(uuid,jsonb,text,text)', 'service_role'),
  ('private.contact_mail_late_after()', 'api_reader,service_role'),
  ('private.end_of_today()', 'api_reader,service_role'),
  ('private.operations_today()', 'api_reader,service_role'),
  ('private.todays_failed_mails()', 'api_reader,service_role'),
  ('public.note_failed_mail(text)', 'service_role'),
  ('private.todays_release_failures()', 'api_reader,service_role'),
  ('private.todays_requests()', 'api_reader,service_role'),
  ('public.find_operations_today()', 'service_role'),
  ('public.get_audit_people(text)', 'api_reader,authenticated'),
  ('public.get_audit_trail(jsonb,integer,text)', 'api_reader,authenticated'),
  ('public.get_links_ending_today(integer,text)', 'api_reader,authenticated'),
  ('public.get_operations_today()', 'api_reader,authenticated'),
  ('public.get_assigned_contact_requests(integer,text)', 'api_reader,authenticated'),
  ('public.set_rep_manager(uuid,boolean,uuid,text,text)', 'service_role'),
  ('public.start_manager_code(uuid,uuid,text)', 'service_role'),
  ('public.finish_manager_code_mail(uuid,boolean,text,text)', 'service_role'),
  ('public.check_manager_code(uuid,uuid,text,text,text)', 'service_role'),
  ('public.find_contact_requests(jsonb,text,integer,text)', 'service_role'),
  ('public.change_contact_request(uuid,uuid,integer,jsonb,text,text)', 'service_role'),
  ('public.change_contact_request_as_operator(uuid,integer,jsonb)', 'service_role'),
  ('private.count_attempt(jsonb)', 'service_role'),
  ('private.refuse_over(text,bigint,bigint)', 'api_reader,service_role'),
  ('public.get_audit_events(integer,bigint)', 'api_reader,authenticated'),
  ('public.get_sales_representative(uuid)', 'api_reader,authenticated'),
  ('public.get_sales_sessions(integer)', 'api_reader,authenticated'),
  ('private.catalogue_differences(jsonb)', 'service_role'),
  ('private.commission_group(boolean,boolean,date)', 'api_reader'),
  ('private.customer_statuses()', 'api_reader'),
  ('private.end_access(uuid)', 'service_role'),
  ('private.access_link_life()', 'api_reader,service_role'),
  ('private.access_link_expiring_within()', 'api_reader,service_role'),
  ('private.code_life()', 'api_reader,service_role'),
  ('private.code_max_attempts()', 'api_reader,service_role'),
  ('private.code_resend_pause()', 'api_reader,service_role'),
  ('private.rep_session_life()', 'api_reader,service_role'),
  ('private.commission_pending_days()', 'api_reader,service_role'),
  ('private.site_counts_kept_days()', 'api_reader,service_role'),
  ('private.site_events_kept_days()', 'api_reader,service_role'),
  ('public.get_customer_note(uuid)', 'api_reader,authenticated'),
  ('public.get_rep_settings()', 'api_reader,authenticated'),
  ('public.edit_customer(uuid,uuid,jsonb,jsonb,text,text)', 'service_role'),
  ('public.edit_rep(uuid,text,text,uuid,text,text)', 'service_role'),
  ('public.enable_rep(uuid,text,uuid,text,text)', 'service_role'),
  ('public.end_own_sessions(uuid,uuid,text,text)', 'service_role'),
  ('public.save_rep_settings(uuid,boolean,text,text)', 'service_role'),
  ('private.filter_day(jsonb,text)', 'api_reader,service_role'),
  ('private.filter_id(jsonb,text)', 'api_reader,service_role'),
  ('private.found_customers(text,uuid)', 'api_reader'),
  ('private.found_products(text,uuid)', 'api_reader'),
  ('private.hidden_customers(uuid)', 'api_reader'),
  ('private.issued_link(qualified_leads)', 'service_role'),
  ('private.keep_sales_daily_totals()', ''),
  ('private.note_link()', ''),
  ('private.pending_since()', 'api_reader'),
  ('private.price_detail(product_prices)', 'service_role'),
  ('private.apply_price(uuid,text,timestamp with time zone,jsonb,text,text,text)', 'service_role'),
  ('private.apply_price_cancellation(uuid,text,timestamp with time zone,text,text,text)', 'service_role'),
  ('private.last_price_change(text)', 'service_role'),
  ('private.lock_plan(text)', 'service_role'),
  ('private.managed_plan(uuid,timestamp with time zone)', 'api_reader,service_role'),
  ('private.price_lines(text)', 'api_reader,service_role'),
  ('private.price_version(uuid,timestamp with time zone)', 'api_reader,service_role'),
  ('public.change_price(uuid,jsonb,text,text)', 'service_role'),
  ('public.get_plan_prices_at(timestamp with time zone)', 'api_reader,authenticated'),
  ('public.get_prices()', 'api_reader,authenticated'),
  ('private.price_in_force(uuid,timestamp with time zone)', 'api_reader,service_role'),
  ('private.read_cursor(text,text,regtype)', 'api_reader,service_role'),
  ('private.refuse_unknown_fields(jsonb,text[])', 'api_reader,service_role'),
  ('private.sales_condition(text)', 'api_reader'),
  ('private.search_condition()', 'api_reader'),
  ('private.read_sales_filter(jsonb,uuid)', 'api_reader'),
  ('private.smaller_side(private.sales_filter)', 'api_reader'),
  ('private.fill_in(text,jsonb)', 'api_reader'),
  ('private.sales_rows(uuid[])', 'api_reader'),
  ('private.search_term(jsonb)', 'api_reader,service_role'),
  ('private.series_step(date,date)', 'api_reader'),
  ('private.sold_products(uuid)', 'api_reader'),
  ('private.text_list(jsonb,text,text[])', 'api_reader,service_role'),
  ('private.taken_places(jsonb)', 'service_role'),
  ('private.contact_requests_kept_days()', 'api_reader,service_role'),
  ('private.quarantined_requests_kept_days()', 'api_reader,service_role'),
  ('private.idle_customers_kept_days()', 'api_reader,service_role'),
  ('private.sign_in_traces_kept_days()', 'api_reader,service_role'),
  ('private.handovers_undone_within()', 'api_reader,service_role'),
  ('private.erase_rep(uuid)', 'service_role'),
  ('private.person_email(text)', 'service_role'),
  ('private.stored_people()', 'service_role'),
  ('private.trail_of(uuid,uuid,integer)', 'service_role'),
  ('private.customer_data(text,integer)', 'service_role'),
  ('private.rep_data(text,integer)', 'service_role'),
  ('private.person_data(text,integer)', 'service_role'),
  ('private.text_pattern(text)', 'service_role'),
  ('private.address_pattern(text)', 'service_role'),
  ('private.name_pattern(text)', 'service_role'),
  ('private.mention_patterns(text)', 'service_role'),
  ('private.texts_of_others(text)', 'service_role'),
  ('private.mentions_of(text,integer)', 'service_role'),
  ('private.redacted(text,text,integer)', 'service_role'),
  ('private.redact_mentions(text,boolean)', 'service_role'),
  ('private.apply_person_export(uuid,text,text,text)', 'service_role'),
  ('private.apply_person_opening(uuid,text,text,text)', 'service_role'),
  ('private.note_person_read(text,uuid,jsonb,text,text,jsonb)', 'service_role'),
  ('private.apply_consent_withdrawal(uuid,text,text,text)', 'service_role'),
  ('private.person_texts(jsonb)', 'service_role'),
  ('private.apply_person_correction(uuid,jsonb,jsonb,jsonb,text,text)', 'service_role'),
  ('public.correct_person(jsonb,jsonb,jsonb)', 'service_role'),
  ('private.apply_person_erasure(uuid,text,boolean,uuid,text,text)', 'service_role'),
  ('public.erase_person(text,boolean)', 'service_role'),
  ('private.manager_refusal(uuid)', 'service_role'),
  ('public.get_person(text)', 'service_role'),
  ('public.read_people(uuid,jsonb,text,text)', 'service_role'),
  ('public.change_person(uuid,jsonb,text,text)', 'service_role'),
  ('private.retention_rules()', 'service_role'),
  ('public.get_retention()', 'service_role'),
  ('private.codes_kept_days()', 'api_reader,service_role'),
  ('private.attempt_counts_kept_days()', 'api_reader,service_role'),
  ('private.expire_data()', 'service_role'),
  ('private.refuse_change_but_forgetting()', ''),
  ('public.find_audit_events(text,text,timestamp with time zone,timestamp with time zone,bigint,integer)', 'service_role'),
  ('public.find_people(text)', 'service_role'),
  ('public.export_person(text)', 'service_role'),
  ('public.withdraw_consent(text)', 'service_role'),
  ('public.run_retention(boolean)', 'service_role'),
  ('public.hand_over_customers(uuid,uuid,text[],uuid[])', 'service_role'),
  ('public.record_upkeep_run(text,jsonb)', 'service_role'),
  ('public.report_upkeep()', 'service_role'),
  ('private.newest_migration()', 'service_role'),
  ('public.undo_handover(uuid)', 'service_role'),
  ('private.utc_today()', 'api_reader'),
  ('private.write_cursor(jsonb)', 'api_reader,service_role'),
  ('public.begin_sales_import(uuid,boolean)', 'service_role'),
  ('public.cancel_price(text,timestamp with time zone)', 'service_role'),
  ('public.list_prices()', 'service_role'),
  ('public.load_catalogue(jsonb)', 'service_role'),
  ('public.set_price(text,timestamp with time zone,integer,integer,integer)', 'service_role'),
  ('public.commit_sales_import(uuid,integer)', 'service_role'),
  ('public.discard_sales_import(uuid)', 'service_role'),
  ('public.export_sales(uuid,date,uuid,integer)', 'service_role'),
  ('public.get_customer_openings(timestamp with time zone)', 'api_reader,authenticated'),
  ('public.get_customer_timeline(uuid)', 'api_reader,authenticated'),
  ('public.get_customers(jsonb,integer,text)', 'api_reader,authenticated'),
  ('public.get_sale_explanation(uuid)', 'api_reader,authenticated'),
  ('public.get_sales_dashboard(jsonb)', 'api_reader,authenticated'),
  ('public.get_sales_table(jsonb,text,text,integer,text)', 'api_reader,authenticated'),
  ('public.stage_sales(uuid,jsonb)', 'service_role'),
  ('private.is_one_line(text)', 'service_role'),
  ('private.current_customer_id()', 'api_reader,service_role'),
  ('private.current_rep_id()', 'api_reader,service_role'),
  ('private.jwt_session_id()', 'service_role'),
  ('private.live_rep_id(uuid)', 'service_role'),
  ('private.refuse_ended_session()', 'api_reader'),
  ('private.may_see_prices()', 'api_reader,service_role'),
  ('private.note_expired_link(qualified_leads)', 'service_role'),
  ('private.refuse_change()', ''),
  ('private.write_audit(text,uuid,uuid,text,text,jsonb)', 'service_role'),
  ('public.add_rep(text,text,text,boolean,uuid,text,text)', 'service_role'),
  ('public.begin_customer_session(text,text,text,text,jsonb)', 'service_role'),
  ('public.begin_rep_session(text,text,text,text,jsonb)', 'service_role'),
  ('public.canary_figures(text,text,text,timestamp with time zone)', 'service_role'),
  ('public.check_verification_code(uuid,uuid,text,text,text,text)', 'service_role'),
  ('public.claim_contact_notification(uuid,integer)', 'service_role'),
  ('public.disable_rep(uuid,uuid,text,text)', 'service_role'),
  ('public.end_rep_sessions(uuid,uuid,uuid,uuid,text,text)', 'service_role'),
  ('public.end_session(text,text,text,text)', 'service_role'),
  ('public.extend_access(uuid,uuid,text,text)', 'service_role'),
  ('public.find_verification_email(uuid,uuid)', 'service_role'),
  ('public.finish_contact_notification(uuid,boolean)', 'service_role'),
  ('public.finish_verification_mail(uuid,boolean,text,text)', 'service_role'),
  ('public.get_lead_by_id(uuid)', 'api_reader,authenticated'),
  ('public.get_plan_prices()', 'anon,api_reader,authenticated'),
  ('public.get_product_description(text)', 'anon,api_reader,authenticated'),
  ('public.get_product_features(text)', 'anon,api_reader,authenticated'),
  ('public.get_sales_records_by_rep(uuid)', 'api_reader,authenticated'),
  ('public.give_back_attempt(text)', 'service_role'),
  ('public.record_site_counts(jsonb)', 'service_role'),
  ('public.record_site_events(jsonb)', 'service_role'),
  ('public.renew_session(text)', 'service_role'),
  ('public.revoke_access(uuid,uuid,text,text)', 'service_role'),
  ('public.revoke_customer_access(uuid)', 'service_role'),
  ('public.rotate_rep_credential(uuid,text,uuid,uuid,text,text)', 'service_role'),
  ('public.save_contact_request(jsonb)', 'service_role'),
  ('public.site_errors(text,timestamp with time zone)', 'service_role'),
  ('public.site_event_stats(timestamp with time zone)', 'service_role'),
  ('public.site_figures(integer)', 'service_role'),
  ('public.start_verification(uuid,uuid,text,text,text,text)', 'service_role'),
  ('public.take_attempt(text,integer,integer)', 'service_role');

-- Rights on whole tables; those on columns are read in 020.
create temp table table_rights (name text, role text, privileges text not null, primary key (name, role));
insert into table_rights values
  ('private.customer_notes', 'api_reader', 'SELECT'),
  ('private.customer_notes', 'service_role', 'DELETE,INSERT,SELECT,UPDATE'),
  ('private.manager_codes', 'service_role', 'DELETE,INSERT,SELECT,UPDATE'),
  ('private.rate_limit_counters', 'service_role', 'DELETE,INSERT,SELECT,UPDATE'),
  ('private.upkeep_runs', 'service_role', 'INSERT,SELECT,UPDATE'),
  ('private.sales_daily_totals', 'api_reader', 'SELECT'),
  ('private.sales_daily_totals', 'service_role', 'DELETE,INSERT,SELECT,UPDATE'),
  ('private.sales_imports', 'service_role', 'DELETE,INSERT,SELECT,UPDATE'),
  ('private.sales_rep_credentials', 'service_role', 'DELETE,INSERT,SELECT,UPDATE'),
  ('private.handovers', 'service_role', 'INSERT,SELECT,UPDATE'),
  ('private.failed_mails', 'api_reader', 'SELECT'),
  ('private.failed_mails', 'service_role', 'DELETE,INSERT,SELECT,UPDATE'),
  ('private.site_counts', 'service_role', 'DELETE,INSERT,SELECT,UPDATE'),
  ('private.site_event_days', 'service_role', 'DELETE,INSERT,SELECT,UPDATE'),
  ('private.site_events', 'service_role', 'DELETE,INSERT,SELECT,UPDATE'),
  ('private.staged_sales', 'service_role', 'INSERT,SELECT,TRUNCATE'),
  ('private.verification_codes', 'service_role', 'DELETE,INSERT,SELECT,UPDATE'),
  ('public.audit_events', 'api_reader', 'SELECT'),
  ('public.audit_events', 'service_role', 'INSERT,SELECT'),
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
  ('public.sales_records', 'service_role', 'INSERT,SELECT,UPDATE'),
  ('public.sales_representatives', 'api_reader', 'SELECT'),
  ('public.sales_representatives', 'service_role', 'INSERT,SELECT,UPDATE'),
  ('public.sales_sessions', 'service_role', 'DELETE,INSERT,SELECT,UPDATE');

create temp view api_roles as select unnest(array['anon', 'api_reader', 'authenticated', 'service_role']) as role;
create temp view functions as
  select p.oid, format('%I.%s', n.nspname, regexp_replace(p.oid::regprocedure::text, '^[a-z_]+\.', '')) as name,
    p.prosecdef, p.proconfig, p.proowner::regrole::text as owner
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('public', 'private');

select plan((
  select (select count(*) from functions) * 5 + (select count(*) from tests.tables) * 4 + 9
)::integer);

select set_eq('select name from functions', 'select name from function_rights', 'every function is listed');

select is(
  has_function_privilege(a.role, f.oid, 'execute'), a.role = any (string_to_array(r.roles, ',')),
  format('%s %s %s', a.role, case when a.role = any (string_to_array(r.roles, ',')) then 'may call' else 'may not call' end,
    f.name)
) from functions f left join function_rights r using (name) cross join api_roles a order by f.name, a.role;

select ok(f.proconfig @> array['search_path=""'], format('%s has an empty search path', f.name)) from functions f;

-- A procedure that ran as the tables' owner would bypass every policy.
select set_eq(
  'select name from functions where prosecdef and owner <> ''api_reader''',
  array[
    'private.current_rep_id()', 'private.current_customer_id()', 'private.current_manager_until()',
    'private.refuse_ended_session()', 'private.rep_rows(uuid[])', 'private.rep_session_rows(uuid)',
    'private.handover_choice_rows(uuid,text)', 'private.recent_handovers()',
    'private.newest_migration()'
  ],
  'only the session helpers, what managers see of others, and the newest migration bypass the policies'
);
select set_eq(
  'select name from functions where prosecdef and owner = ''api_reader''',
  $$select name from function_rights where roles like '%authenticated'$$,
  'every procedure that an API role may call runs as api_reader'
);
select is_empty(
  $$select 1 from pg_roles where rolname = 'api_reader'
    and (rolcanlogin or rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolinherit)$$,
  'api_reader cannot log in and bypasses no policy'
);
select is_empty(
  $$select 1 from pg_auth_members m where m.member = 'api_reader'::regrole
    or (m.roleid = 'api_reader'::regrole and m.member::regrole::text in ('anon', 'authenticated', 'authenticator', 'service_role'))
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
  $$select a.role, t.name, p from tests.tables t, api_roles a, unnest(array['INSERT', 'UPDATE', 'REFERENCES']) p
    where a.role <> 'service_role' and has_any_column_privilege(a.role, t.name, p)$$,
  'outside roles may not write a single column'
);

select set_eq(
  $$select schemaname || '.' || tablename || ' ' || cmd || ' ' || policyname || ' ' || array_to_string(roles, ',')
    from pg_policies where schemaname in ('public', 'private')$$,
  array[
    'private.customer_notes ALL customer_notes_all_service_role service_role',
    'private.customer_notes SELECT customer_notes_select_author api_reader',
    'private.manager_codes ALL manager_codes_all_service_role service_role',
    'private.rate_limit_counters ALL rate_limit_counters_all_service_role service_role',
    'private.sales_daily_totals ALL sales_daily_totals_all_service_role service_role',
    'private.sales_daily_totals SELECT sales_daily_totals_select_seller api_reader',
    'private.sales_imports ALL sales_imports_all_service_role service_role',
    'private.sales_rep_credentials ALL sales_rep_credentials_all_service_role service_role',
    'private.handovers ALL handovers_all_service_role service_role',
    'private.site_counts ALL site_counts_all_service_role service_role',
    'private.site_event_days ALL site_event_days_all_service_role service_role',
    'private.failed_mails ALL failed_mails_all_service_role service_role',
    'private.failed_mails SELECT failed_mails_select_manager api_reader',
    'private.site_events ALL site_events_all_service_role service_role',
    'private.site_events SELECT site_events_select_manager api_reader',
    'private.staged_sales ALL staged_sales_all_service_role service_role',
    'private.upkeep_runs ALL upkeep_runs_all_service_role service_role',
    'private.verification_codes ALL verification_codes_all_service_role service_role',
    'public.audit_events SELECT audit_events_select_rep_or_manager api_reader',
    'public.contact_submissions ALL contact_submissions_all_service_role service_role',
    'public.contact_submissions SELECT contact_submissions_select_manager_or_assigned api_reader',
    'public.customer_sessions SELECT customer_sessions_select_rep_or_self api_reader',
    'public.pricing_reveals SELECT pricing_reveals_select_rep api_reader',
    'public.product_features SELECT product_features_select_everyone api_reader',
    'public.product_prices SELECT product_prices_select_live_session_or_manager api_reader',
    'public.products SELECT products_select_everyone api_reader',
    'public.qualified_leads SELECT qualified_leads_select_rep_self_or_manager api_reader',
    'public.sales_records SELECT sales_records_select_seller api_reader',
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
