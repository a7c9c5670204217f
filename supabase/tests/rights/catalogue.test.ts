import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestBackend, type TestBackend } from '../stand/start-test-backend.ts';

let api: TestBackend;

beforeAll(async () => {
  api = await startTestBackend();
  // The API library grants ALL to every API role before its first request unless the code prevents it.
  await api.rpc('get_plan_prices');
});

afterAll(() => api.close());

const TABLES = `pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ('public', 'private') and c.relkind in ('r', 'p')`;

/** Who may call what; a function that is missing here fails the test. Lists are in alphabetical order. */
const CALLERS: Record<string, string> = {
  'private.done_by': 'service_role',
  'private.hold_manager': 'service_role',
  'private.full_names': 'service_role',
  'private.request_words': 'service_role',
  'private.words': 'service_role',
  'private.utm_text': 'service_role',
  'private.known_person': 'service_role',
  'private.lock_reps': 'service_role',
  'private.rep_texts': 'service_role',
  'private.has_sales_id': 'service_role',
  'private.last_rep_change': 'service_role',
  'private.sales_id_since': 'service_role',
  'private.rep_conflict': 'service_role',
  'private.edit_rep_by_manager': 'service_role',
  'private.rotate_sales_id_by_manager': 'service_role',
  'public.change_rep_by_manager': 'service_role',
  'private.rep_rows': 'api_reader, service_role',
  'private.rep_page': 'api_reader, service_role',
  'public.get_reps': 'api_reader, authenticated',
  'public.find_reps': 'service_role',
  'private.rep_session_rows': 'api_reader',
  'public.get_rep_sessions': 'api_reader, authenticated',
  'private.note_handed_requests': 'service_role',
  'private.missing_from': 'service_role',
  'private.apply_handover': 'service_role',
  'private.undone_handover': 'service_role',
  'private.apply_handover_undo': 'service_role',
  'public.hand_over_by_manager': 'service_role',
  'private.handover_choice_rows': 'api_reader',
  'public.get_handover_choices': 'api_reader, authenticated',
  'private.recent_handovers': 'api_reader',
  'public.get_handovers': 'api_reader, authenticated',
  'private.manager_access_life': 'api_reader, service_role',
  'private.current_manager_until': 'api_reader, service_role',
  'private.require_manager': 'api_reader',
  'private.live_manager_id': 'service_role',
  'private.is_last_manager': 'service_role',
  'private.is_spent_sales_id': 'service_role',
  'private.filter_text': 'api_reader, service_role',
  'private.contact_request_statuses': 'api_reader, service_role',
  'private.contact_request_campaigns': 'api_reader',
  'private.contact_request_sources': 'api_reader',
  'private.contact_request_rows': 'api_reader, service_role',
  'private.contact_request_counts': 'api_reader, service_role',
  'private.contact_request_page': 'api_reader, service_role',
  'private.last_contact_request_change': 'service_role',
  'private.apply_contact_request_change': 'service_role',
  'public.get_manager_access': 'api_reader, authenticated',
  'public.get_contact_requests': 'api_reader, authenticated',
  'public.get_contact_request_choices': 'api_reader, authenticated',
  'public.get_reps_for_assignment': 'api_reader, authenticated',
  'private.audit_line_numbers': 'api_reader, service_role',
  'private.audit_lines': 'api_reader, service_role',
  'private.audit_trail_page': 'api_reader, service_role',
  'private.exported_filter': 'service_role',
  'private.note_list_export': 'service_role',
  'private.contact_mail_late_after': 'api_reader, service_role',
  'private.requests_recent_days': 'api_reader, service_role',
  'private.price_changes_soon': 'api_reader, service_role',
  'private.price_changes_soon_days': 'api_reader, service_role',
  'private.end_of_today': 'api_reader, service_role',
  'private.operations_today': 'api_reader, service_role',
  'private.todays_failed_mails': 'api_reader, service_role',
  'private.todays_release_failures': 'api_reader, service_role',
  'private.todays_requests': 'api_reader, service_role',
  'public.find_operations_today': 'service_role',
  'public.get_audit_people': 'api_reader, authenticated',
  'public.get_audit_trail': 'api_reader, authenticated',
  'public.get_links_ending_today': 'api_reader, authenticated',
  'public.get_operations_today': 'api_reader, authenticated',
  'public.get_assigned_contact_requests': 'api_reader, authenticated',
  'public.set_rep_manager': 'service_role',
  'public.start_manager_code': 'service_role',
  'public.finish_manager_code_mail': 'service_role',
  'public.check_manager_code': 'service_role',
  'public.find_contact_requests': 'service_role',
  'public.change_contact_request': 'service_role',
  'public.change_contact_request_as_operator': 'service_role',
  'private.apply_price': 'service_role',
  'private.apply_price_cancellation': 'service_role',
  'private.last_price_change': 'service_role',
  'private.lock_plan': 'service_role',
  'private.managed_plan': 'api_reader, service_role',
  'private.price_lines': 'api_reader, service_role',
  'private.price_version': 'api_reader, service_role',
  'public.change_price': 'service_role',
  'public.get_plan_prices_at': 'api_reader, authenticated',
  'public.get_prices': 'api_reader, authenticated',
  'private.access_link_expiring_within': 'api_reader, service_role',
  'private.access_link_life': 'api_reader, service_role',
  'private.attempt_wait': 'service_role',
  'private.catalogue_differences': 'service_role',
  'private.code_life': 'api_reader, service_role',
  'private.code_resend_pause': 'api_reader, service_role',
  'private.code_max_attempts': 'api_reader, service_role',
  'private.commission_group': 'api_reader',
  'private.commission_pending_days': 'api_reader, service_role',
  'private.count_attempt': 'service_role',
  'private.current_customer_id': 'api_reader, service_role',
  'private.current_rep_id': 'api_reader, service_role',
  'private.customer_statuses': 'api_reader',
  'private.end_access': 'service_role',
  'private.fill_in': 'api_reader',
  'private.filter_day': 'api_reader, service_role',
  'private.filter_id': 'api_reader, service_role',
  'private.found_customers': 'api_reader',
  'private.found_products': 'api_reader',
  'private.hidden_customers': 'api_reader',
  'private.is_one_line': 'service_role',
  'private.jwt_session_id': 'service_role',
  'private.issued_link': 'service_role',
  'private.keep_sales_daily_totals': '',
  'private.live_rep_id': 'service_role',
  'private.may_see_prices': 'api_reader, service_role',
  'private.note_expired_link': 'service_role',
  'private.note_link': '',
  'private.pending_since': 'api_reader',
  'private.plans_with_prices': 'api_reader, service_role',
  'private.price_detail': 'service_role',
  'private.price_in_force': 'api_reader, service_role',
  'private.read_cursor': 'api_reader, service_role',
  'private.read_sales_filter': 'api_reader',
  'private.record_backup_run': '',
  'private.refuse_change': '',
  'private.refuse_ended_session': 'api_reader',
  'private.refuse_over': 'api_reader, service_role',
  'private.refuse_unknown_fields': 'api_reader, service_role',
  'private.rep_session_life': 'api_reader, service_role',
  'private.sales_condition': 'api_reader',
  'private.sales_rows': 'api_reader',
  'private.search_condition': 'api_reader',
  'private.search_term': 'api_reader, service_role',
  'private.series_step': 'api_reader',
  'private.site_counts_kept_days': 'api_reader, service_role',
  'private.site_events_kept_days': 'api_reader, service_role',
  'private.failed_mails_kept_days': 'api_reader, service_role',
  'private.site_counts_max_campaigns_per_day': 'api_reader, service_role',
  'private.site_counts_max_per_day': 'api_reader, service_role',
  'private.site_counts_max_rows_per_day': 'api_reader, service_role',
  'private.site_events_max_bytes_per_day': 'api_reader, service_role',
  'private.site_events_max_rows_per_day': 'api_reader, service_role',
  'private.smaller_side': 'api_reader',
  'private.sold_products': 'api_reader',
  'private.taken_places': 'service_role',
  'private.text_list': 'api_reader, service_role',
  'private.contact_requests_kept_days': 'api_reader, service_role',
  'private.quarantined_requests_kept_days': 'api_reader, service_role',
  'private.idle_customers_kept_days': 'api_reader, service_role',
  'private.sign_in_traces_kept_days': 'api_reader, service_role',
  'private.customers_own_events': 'api_reader, service_role',
  'private.done_handover': 'service_role',
  'private.handovers_undone_within': 'api_reader, service_role',
  'private.customer_data': 'service_role',
  'private.rep_data': 'service_role',
  'private.trail_of': 'service_role',
  'private.mentions_of': 'service_role',
  'private.apply_mentions_reading': 'service_role',
  'private.is_erased_rep': 'service_role',
  'private.codes_mailed': 'service_role',
  'private.work_on_customer': 'service_role',
  'private.recent_handover_rows': 'service_role',
  'public.find_handovers': 'service_role',
  'private.erase_rep': 'service_role',
  'private.person_email': 'service_role',
  'private.stored_people': 'service_role',
  'private.person_data': 'service_role',
  'private.text_pattern': 'service_role',
  'private.address_pattern': 'service_role',
  'private.name_pattern': 'service_role',
  'private.mention_words': 'service_role',
  'private.texts_of_others': 'service_role',
  'private.redacted': 'service_role',
  'private.redact_mentions': 'service_role',
  'private.apply_person_export': 'service_role',
  'private.apply_person_opening': 'service_role',
  'private.note_person_read': 'service_role',
  'private.apply_consent_withdrawal': 'service_role',
  'private.person_texts': 'service_role',
  'private.apply_person_correction': 'service_role',
  'public.correct_person': 'service_role',
  'private.apply_person_erasure': 'service_role',
  'private.manager_refusal': 'service_role',
  'public.get_person': 'service_role',
  'public.read_people': 'service_role',
  'public.change_person': 'service_role',
  'private.retention_rules': 'service_role',
  'public.get_retention': 'service_role',
  'private.codes_kept_days': 'api_reader, service_role',
  'private.attempt_counts_kept_days': 'api_reader, service_role',
  'private.expire_data': 'service_role',
  'private.refuse_change_but_forgetting': '',
  'private.utc_today': 'api_reader, service_role',
  'private.write_audit': 'service_role',
  'private.write_cursor': 'api_reader, service_role',
  'public.begin_customer_session': 'service_role',
  'public.begin_rep_session': 'service_role',
  'public.begin_sales_import': 'service_role',
  'public.canary_figures': 'service_role',
  'public.cancel_price': 'service_role',
  'public.check_verification_code': 'service_role',
  'public.claim_contact_notification': 'service_role',
  'public.commit_sales_import': 'service_role',
  'public.add_rep': 'service_role',
  'public.disable_rep': 'service_role',
  'public.discard_sales_import': 'service_role',
  'public.edit_customer': 'service_role',
  'public.edit_rep': 'service_role',
  'public.enable_rep': 'service_role',
  'public.end_own_sessions': 'service_role',
  'public.end_rep_sessions': 'service_role',
  'public.revoke_customer_access': 'service_role',
  'public.rotate_rep_credential': 'service_role',
  'public.end_session': 'service_role',
  'public.export_audit_events': 'service_role',
  'public.export_contact_requests': 'service_role',
  'public.export_list': 'service_role',
  'public.export_sales': 'service_role',
  'public.extend_access': 'service_role',
  'public.find_verification_email': 'service_role',
  'public.finish_contact_notification': 'service_role',
  'public.finish_verification_mail': 'service_role',
  'public.get_customer_note': 'api_reader, authenticated',
  'public.get_customer_openings': 'api_reader, authenticated',
  'public.get_customer_timeline': 'api_reader, authenticated',
  'public.get_customers': 'api_reader, authenticated',
  'public.get_lead_by_id': 'api_reader, authenticated',
  'public.get_plan_prices': 'anon, api_reader, authenticated',
  'public.get_product_description': 'anon, api_reader, authenticated',
  'public.get_product_features': 'anon, api_reader, authenticated',
  'public.get_rep_settings': 'api_reader, authenticated',
  'public.get_sale_explanation': 'api_reader, authenticated',
  'public.get_sales_dashboard': 'api_reader, authenticated',
  'public.get_sales_records_by_rep': 'api_reader, authenticated',
  'public.get_sales_representative': 'api_reader, authenticated',
  'public.get_sales_sessions': 'api_reader, authenticated',
  'public.get_sales_table': 'api_reader, authenticated',
  'public.find_audit_events': 'service_role',
  'public.find_people': 'service_role',
  'public.export_person': 'service_role',
  'public.withdraw_consent': 'service_role',
  'public.erase_person': 'service_role',
  'public.run_retention': 'service_role',
  'public.record_upkeep_run': 'service_role',
  'public.report_upkeep': 'service_role',
  'private.newest_migration': 'service_role',
  'public.hand_over_customers': 'service_role',
  'public.undo_handover': 'service_role',
  'public.give_back_attempt': 'service_role',
  'public.list_prices': 'service_role',
  'public.load_catalogue': 'service_role',
  'public.note_failed_mail': 'service_role',
  'public.record_site_counts': 'service_role',
  'public.record_site_events': 'service_role',
  'public.renew_session': 'service_role',
  'public.revoke_access': 'service_role',
  'public.save_contact_request': 'service_role',
  'public.save_rep_settings': 'service_role',
  'public.set_price': 'service_role',
  'public.site_errors': 'service_role',
  'public.site_event_stats': 'service_role',
  'public.site_figures': 'service_role',
  'public.stage_sales': 'service_role',
  'public.start_verification': 'service_role',
  'public.take_attempt': 'service_role',
};

test('row-level security is on for every table', async () => {
  expect(
    await api.sql(`select n.nspname || '.' || c.relname as open from ${TABLES} and not c.relrowsecurity`),
  ).toEqual([]);
});

test('only service_role of the API roles may write, and no API role may truncate', async () => {
  const rights = await api.sql(`
    select r.role, n.nspname || '.' || c.relname as table, p.right
    from ${TABLES.replace(
      'where',
      `
      cross join unnest(array['anon', 'authenticated', 'api_reader']) as r (role)
      cross join unnest(array['insert', 'update', 'delete', 'truncate', 'references', 'trigger']) as p ("right")
    where`,
    )} and has_table_privilege(r.role, c.oid, p.right)`);
  expect(rights).toEqual([]);
});

test('API roles may not read a single column of a table or view', async () => {
  const readable = await api.sql(`
    select r.role, n.nspname || '.' || c.relname as relation
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    cross join unnest(array['anon', 'authenticated']) as r (role)
    where n.nspname in ('public', 'private') and c.relkind in ('r', 'p', 'v', 'm', 'f')
      and has_any_column_privilege(r.role, c.oid, 'select')`);
  expect(readable).toEqual([]);
});

test('the role of the procedures cannot log in, bypasses no policy, and no API role is a member of it', async () => {
  const [role] = await api.sql(`
    select rolcanlogin as login, rolsuper as super, rolbypassrls as bypass,
      (select count(*)::int from pg_auth_members m where m.member = r.oid) as memberships,
      pg_has_role('anon', 'api_reader', 'member') or pg_has_role('authenticated', 'api_reader', 'member') as given
    from pg_roles r where rolname = 'api_reader'`);
  expect(role).toEqual({ login: false, super: false, bypass: false, memberships: 0, given: false });
  expect(await api.sql(`select relname from pg_class where relowner = 'api_reader'::regrole`)).toEqual([]);
});

test('exactly the listed roles may call each function', async () => {
  const rows = await api.sql<{ name: string; callers: string }>(`
    select n.nspname || '.' || p.proname as name, coalesce(string_agg(r.role, ', ' order by r.role), '') as callers
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    left join unnest(array['anon', 'api_reader', 'authenticated', 'service_role']) as r (role)
      on has_function_privilege(r.role, p.oid, 'execute')
    where n.nspname in ('public', 'private') group by p.oid, n.nspname, p.proname order by 1`);
  expect(Object.fromEntries(rows.map((row) => [row.name, row.callers]))).toEqual(CALLERS);
});

test('every function fixes its search path', async () => {
  const rows = await api.sql<{ name: string; config: string | null }>(`
    select p.proname as name, array_to_string(p.proconfig, ',') as config
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ('public', 'private')`);
  expect(rows.filter((row) => !row.config?.split(',').includes('search_path=""'))).toEqual([]);
});

test("procedures for API roles run as api_reader; only session helpers, and what managers see of others, run as the tables' owner", async () => {
  const rows = await api.sql<{ name: string; owner: string; callable: boolean }>(`
    select n.nspname || '.' || p.proname as name, p.proowner::regrole::text as owner,
      has_function_privilege('anon', p.oid, 'execute') or has_function_privilege('authenticated', p.oid, 'execute')
        as callable
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ('public', 'private') and p.prosecdef order by 1`);
  const ofApi = rows.filter((row) => row.owner === 'api_reader').map((row) => row.name);
  expect(rows.filter((row) => row.owner !== 'api_reader').map((row) => row.name)).toEqual([
    'private.current_customer_id',
    'private.current_manager_until',
    'private.current_rep_id',
    'private.handover_choice_rows',
    'private.newest_migration',
    'private.recent_handovers',
    'private.record_backup_run',
    'private.refuse_ended_session',
    'private.rep_rows',
    'private.rep_session_rows',
  ]);
  expect(rows.filter((row) => row.callable).map((row) => row.name)).toEqual(ofApi);
  expect(ofApi).toEqual(
    Object.keys(CALLERS)
      .filter((name) => CALLERS[name]?.includes('authenticated'))
      .sort(),
  );
});

test('every policy is named for its table, command and reader, and names its roles', async () => {
  const rows = await api.sql<{ name: string; table: string; command: string; roles: string }>(`
    select policyname as name, tablename as table, lower(cmd) as command, array_to_string(roles, ',') as roles
    from pg_policies where schemaname in ('public', 'private')`);
  expect(rows.length).toBeGreaterThan(10);
  for (const row of rows) {
    expect(row.name.startsWith(`${row.table}_${row.command}_`)).toBe(true);
    expect(row.roles).not.toContain('public');
  }
});

test('every policy asks who is calling once per statement, not once per row', async () => {
  const rows = await api.sql<{ name: string; condition: string }>(`
    select policyname as name, concat(qual, ' ', with_check) as condition
    from pg_policies where schemaname in ('public', 'private')`);
  const perRow = rows.filter(({ condition }) =>
    condition.replaceAll(/\( SELECT private\.\w+\(\) AS \w+\)/g, '').includes('private.'),
  );
  expect(perRow).toEqual([]);
  expect(rows.filter(({ condition }) => condition.includes('private.')).length).toBeGreaterThan(7);
});

test('every table and function is described', async () => {
  expect(
    await api.sql(`select c.relname from ${TABLES} and obj_description(c.oid, 'pg_class') is null`),
  ).toEqual([]);
  expect(
    await api.sql(`select p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname in ('public', 'private') and obj_description(p.oid, 'pg_proc') is null`),
  ).toEqual([]);
});

test('every column of cents says its unit', async () => {
  const rows = await api.sql<{ name: string; comment: string | null }>(`
    select a.attname as name, col_description(c.oid, a.attnum) as comment
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where n.nspname in ('public', 'private') and c.relkind = 'r' and a.attnum > 0
      and (a.attname like '%cents' or a.attname in ('sale_amount', 'commission'))`);
  expect(rows.length).toBe(9);
  for (const row of rows) expect(row.comment).toContain('US cents');
});

test('every foreign key is indexed by its first column', async () => {
  expect(
    await api.sql(`
      select k.conname from pg_constraint k join pg_namespace n on n.oid = k.connamespace
      where k.contype = 'f' and n.nspname in ('public', 'private') and not exists (
        select from pg_index i where i.indrelid = k.conrelid and i.indkey[0] = k.conkey[1])`),
  ).toEqual([]);
});
