-- Procedures answer the callers they are for. Other callers get nothing, and nothing is written.
begin;
\ir bait.psql
select plan(418);

-- Called by a representative or a customer, with the id of another.
select is(
  tests.answer(actor, format(
    'select coalesce(string_agg(right(id::text, 1), '','' order by id), '''') from public.%s', call
  )),
  seen, format('%s, %s', actor, call)
) from (values
  ('rep A', $$get_sales_records_by_rep('a0000000-0000-4000-9000-000000000001')$$, '1'),
  ('rep A', $$get_sales_records_by_rep('a0000000-0000-4000-9000-000000000002')$$, ''),
  ('customer of A', $$get_sales_records_by_rep('a0000000-0000-4000-9000-000000000001')$$, ''),
  ('logged-out rep A', $$get_sales_records_by_rep('a0000000-0000-4000-9000-000000000001')$$, 'PT401'),
  ('anon', $$get_sales_records_by_rep('a0000000-0000-4000-9000-000000000001')$$, '42501'),
  ('rep A', $$get_sales_representative('a0000000-0000-4000-9000-000000000001')$$, '1'),
  ('rep A', $$get_sales_representative('a0000000-0000-4000-9000-000000000002')$$, ''),
  ('customer of A', $$get_sales_representative('a0000000-0000-4000-9000-000000000001')$$, ''),
  ('anon', $$get_sales_representative('a0000000-0000-4000-9000-000000000001')$$, '42501'),
  ('rep A', $$get_sales_sessions(100)$$, '1,3,4'),
  ('customer of A', $$get_sales_sessions()$$, ''),
  ('logged-out rep A', $$get_sales_sessions()$$, 'PT401'),
  ('anon', $$get_sales_sessions()$$, '42501'),
  ('rep B', $$get_lead_by_id('c0000000-0000-4000-9000-000000000001')$$, ''),
  ('customer of B', $$get_lead_by_id('c0000000-0000-4000-9000-000000000001')$$, ''),
  ('customer of A', $$get_lead_by_id('c0000000-0000-4000-9000-000000000001')$$, '1')
) v (actor, call, seen);
select is(
  tests.answer(actor, 'select count(*) from public.get_plan_prices()'), prices,
  format('%s gets %s prices', actor, prices)
) from (values
  ('anon', '0'), ('anon with the session of rep A', '0'), ('rep A', '1'), ('customer of A', '1'),
  ('disabled rep', 'PT401'), ('revoked customer of A', 'PT401'), ('expired customer of A', 'PT401'),
  ('nobody known', 'PT401'), ('a session that is no id', '0')
) v (actor, prices);

-- The portal's calls: own rows for a live representative, a refusal for a session that is over, nothing for other callers.
select is(
  tests.answer(actor, format('select coalesce((public.%s)::text, ''nothing'')', call)), coalesce(seen, '42501'), format('%s, %s', actor, call)
) from (values
  ('get_sales_dashboard() -> ''totals'' ->> ''sales_cents''', '400000', '500000', '0'),
  ('get_sales_dashboard() ->> ''all_sales_count''', '1', '1', '0'),
  ('get_sales_dashboard(''{"search": "ltd"}'') -> ''totals'' ->> ''sales_count''', '1', '1', '0'),
  ('get_sales_table() #>> ''{rows,0,customer,name}''', 'One', 'Two', null),
  ('get_sales_table(''{}'', ''customer'') ->> ''rows'' = ''[]''', 'false', 'false', 'true'),
  ('get_sale_explanation(''d0000000-0000-4000-9000-000000000001'') ->> ''commission_group''', 'earned', 'PT404', 'PT404'),
  ('get_customers() #>> ''{counts,active}''', '1', '1', '0'),
  ('get_customers() #>> ''{counts,expired}''', '1', '0', '0'),
  ('get_customer_timeline(''c0000000-0000-4000-9000-000000000001'') #>> ''{lines,0,event}''', 'link_issued', 'PT404', 'PT404'),
  ('get_customer_note(''c0000000-0000-4000-9000-000000000001'') ->> ''note''', 'A''s note on One', 'PT404', 'PT404'),
  ('get_rep_settings() ->> ''mail_on_opening''', 'false', 'false', null),
  ('get_manager_access() ->> ''is_manager''', 'false', 'false', null),
  ('get_assigned_contact_requests() ->> ''open_count''', '1', '0', '0'),
  ('get_customer_openings(now() - interval ''1 hour'') #>> ''{openings,0,name}''', 'One', 'Two', null)
) v (call, of_a, of_b, of_others)
cross join lateral (values
  ('rep A', of_a), ('rep B', of_b), ('logged-out rep A', 'PT401'), ('disabled rep', 'PT401'),
  ('customer of A', coalesce(of_others, 'nothing')), ('anon', null)
) a (actor, seen);

-- Operations: for a manager whose session gave its code.
select is(
  tests.answer(actor, format('select case when public.%s is not null then ''answered'' end', call)), answer,
  format('%s, %s: %s', actor, call, answer)
) from (values
  ('manager', 'answered'), ('manager without a code', 'PT403'), ('rep A', 'PT403'), ('customer of A', 'PT403'),
  ('logged-out rep A', 'PT401'), ('anon', '42501')
) a (actor, answer)
cross join (values ('get_contact_requests()'), ('get_contact_request_choices()'), ('get_reps_for_assignment()'),
  ('get_audit_trail()'), ('get_audit_people(''rep'')'), ('get_operations_today()'), ('get_links_ending_today()'),
  ('get_reps()'), ('get_rep_sessions(''a0000000-0000-4000-9000-000000000001'')'),
  ('get_handover_choices(''a0000000-0000-4000-9000-000000000001'')'), ('get_handovers()'), ('get_prices()')) c (call);

select is(
  tests.answer(actor, 'select count(*) from public.get_plan_prices_at(now())'), answer,
  format('%s previews prices: %s', actor, answer)
) from (values
  ('manager', '1'), ('manager without a code', 'PT403'), ('rep A', 'PT403'), ('customer of A', 'PT403'),
  ('logged-out rep A', 'PT401'), ('anon', '42501')
) a (actor, answer);

-- Called by a function, with a session that does not belong to the customer's representative.
create temp table before as select * from tests.fingerprint();
select is(
  tests.answer('service_role', format(
    $$select public.%s(%L, 'c0000000-0000-4000-9000-000000000001', null, null) ->> 'outcome'$$, call, session
  )),
  outcome, format('%s of a customer of A by %s: %s', call, who, outcome)
) from (values
  ('rep B', 'e0000000-0000-4000-9000-000000000002', 'not_found'),
  ('a logged-out rep A', 'e0000000-0000-4000-9000-000000000003', 'unauthenticated'),
  ('the customer', 'f0000000-0000-4000-9000-000000000001', 'unauthenticated')
) v (who, session, outcome) cross join (values ('revoke_access'), ('extend_access')) c (call);
select is(
  tests.answer('service_role', format($$select public.%s ->> 'outcome'$$, format(call, session))),
  outcome, format('%s by %s: %s', call, who, outcome)
) from (values
  ('rep B', 'e0000000-0000-4000-9000-000000000002', 'not_found'),
  ('a logged-out rep A', 'e0000000-0000-4000-9000-000000000003', 'unauthenticated'),
  ('the customer', 'f0000000-0000-4000-9000-000000000001', 'unauthenticated')
) v (who, session, outcome) cross join (values
  ($$edit_customer(%L, 'c0000000-0000-4000-9000-000000000001', '{"name": "One", "company": "One Ltd", "note": ""}',
    '{"name": "X", "company": "X", "note": "X"}', null, null)$$),
  ($$end_own_sessions(%L, 'e0000000-0000-4000-9000-000000000001', null, null)$$)
) c (call);
select is(
  tests.answer('service_role', format($$select public.save_rep_settings(%L, true, null, null) ->> 'outcome'$$, session)),
  'unauthenticated', format('settings are not saved by %s', who)
) from (values
  ('a logged-out rep A', 'e0000000-0000-4000-9000-000000000003'),
  ('the customer', 'f0000000-0000-4000-9000-000000000001')
) v (who, session);
select is(
  tests.answer('service_role', format($$select public.%s ->> 'outcome'$$, format(call, session))),
  coalesce(outcome, of_b), format('%s by %s', call, who)
) from (values
  ('rep B', 'e0000000-0000-4000-9000-000000000002', null),
  ('a logged-out rep A', 'e0000000-0000-4000-9000-000000000003', 'unauthenticated'),
  ('the customer', 'f0000000-0000-4000-9000-000000000001', 'unauthenticated')
) v (who, session, outcome) cross join (values
  ($$change_contact_request(%L, '80000000-0000-4000-9000-000000000002', 1, '{"status": "done"}', null, null)$$, 'not_found'),
  ($$read_people(%L, '{"action": "open", "email": "one@bait.example"}')$$, 'forbidden'),
  ($$change_person(%L, '{"action": "export", "email": "one@bait.example"}', null, null)$$, 'forbidden'),
  ($$change_person(%L, '{"action": "erase", "email": "one@bait.example", "takesNames": true,
    "erasureId": "10000000-0000-4000-9000-000000000001"}', null, null)$$, 'forbidden'),
  ($$export_list(%L, '{"list": "contact_requests"}', null, null)$$, 'forbidden'),
  ($$export_list(%L, '{"list": "audit_trail"}', null, null)$$, 'forbidden'),
  ($$start_manager_code(%L, gen_random_uuid(), repeat('a', 64))$$, 'forbidden'),
  ($$change_price(%L, '{"action": "cancel", "plan": "moonshot", "from": "2099-01-01"}', null, null)$$, 'forbidden'),
  ($$check_manager_code(%L, '40000000-0000-4000-9000-000000000001', repeat('a', 64), null, null)$$, 'forbidden'),
  ($$change_rep_by_manager(%L, '{"action": "disable", "repId": "a0000000-0000-4000-9000-000000000001"}', null, null, null)$$, 'forbidden'),
  ($$hand_over_by_manager(%L, '{"action": "undo", "handoverId": "a0000000-0000-4000-9000-000000000001"}', null, null)$$, 'forbidden')
) c (call, of_b);
select set_eq('select * from tests.fingerprint()', 'select * from before', 'and no row of any table changed');
select is(
  tests.answer(actor, format('select public.%s', call)), '42501', format('%s is refused %s', actor, call)
) from (values ('anon'), ('rep A'), ('manager')) a (actor) cross join (values
  ('set_rep_manager(null, true)'), ('start_manager_code(null, null, null)'),
  ('check_manager_code(null, null, null, null, null)'), ('find_contact_requests(null, null, null, null)'),
  ('change_contact_request(null, null, null, null, null, null)'), ('change_contact_request_as_operator(null, null, null)'),
  ('change_price(null, null, null, null)'), ('set_price(null)'), ('cancel_price(null, null)'), ('list_prices()'),
  ('end_own_sessions(null, null, null, null)'), ('edit_rep(null, ''x'', ''x@x'')'),
  ('change_rep_by_manager(null, null, null, null, null)'), ('hand_over_by_manager(null, null, null, null)'),
  ('hand_over_customers(null, null)'), ('undo_handover(null)'), ('find_handovers()'), ('list_reps()'),
  ('list_customers()'), ('list_rep_sessions(null)'), ('find_reps(null, null, null)'),
  ('find_people(''x'')'), ('export_person(''x'')'), ('withdraw_consent(''x'')'), ('erase_person(''x'', true)'),
  ('correct_person(null, null, null)'), ('read_people(null, null)'), ('change_person(null, null, null, null)'),
  ('get_person(''x'')'), ('get_retention()'), ('run_retention(true)'), ('export_list(null, null, null, null)'),
  ('claim_work_mails(1, 1)'), ('finish_work_mail(null, true, null)'), ('find_unsent_notifications(1)'),
  ('export_contact_requests(null, null)'), ('export_audit_events(null, null, null, null, null)')
) c (call);

-- An unusable credential starts no session.
select is(
  tests.answer('service_role', format('select public.begin_rep_session(repeat(%L, 64), repeat(''d'', 64), null, null)', c)),
  null, format('a sales ID that is %s is refused', what)
) from (values ('0', 'unknown'), ('c', 'a disabled representative''s')) v (c, what);
select is((select count(*) from public.sales_sessions), 7::bigint, 'and no session was written');

-- Uses all attempts that the terms allow. The correct code is refused after them.
select is(
  (select string_agg(tests.answer('service_role', format(
    $$select public.check_verification_code('e0000000-0000-4000-9000-000000000001',
      '70000000-0000-4000-9000-000000000001', repeat(%L, 64), repeat('e', 64), null, null) ->> 'outcome'$$,
    case n when private.code_max_attempts() + 1 then 'a' else 'b' end
  )), ',' order by n) from generate_series(1, private.code_max_attempts() + 1) n),
  (select string_agg('refused', ',') from generate_series(1, private.code_max_attempts() + 1)), 'wrong codes use a code up'
);
select results_eq(
  $$select attempts::integer, used_at from private.verification_codes$$, $$values (private.code_max_attempts(), null::timestamptz)$$,
  'it counts them, and is not used'
);

-- Ending a representative's sessions takes effect on the next request.
select is(tests.answer('service_role',
  $$select public.end_rep_sessions('a0000000-0000-4000-9000-000000000001')$$), '1', 'the one live session is ended');
select is(tests.answer('rep A', 'select count(*) from public.get_plan_prices()'), 'PT401', 'its token reads nothing more');

-- Site events: only functions and operators write and read them. Each event is complete and of one kind.
select is(
  tests.answer(actor, format('select public.%s', call)), '42501', format('%s is refused %s', actor, call)
) from (values ('anon'), ('rep A'), ('customer of A')) a (actor)
cross join (values
  ($$record_site_events('{"events": []}')$$), ('site_event_stats(now())'), ($$site_errors('portal', now())$$),
  ($$canary_figures('portal', 'p2', 'p1', now())$$), ($$record_site_counts('{"counts": ["view"]}')$$), ('site_figures(7)')
) c (call);
select is(
  tests.answer('service_role', format(
    $$select public.record_site_events('{"composition_id": "c1", "versions": {"host": "h1"}, "path": "/", "events": [%s]}')$$,
    events
  )),
  answer, format('events that are %s: %s', what, answer)
) from (values
  ('one of each kind', '3', '{"kind": "web-vital", "metric": "CLS", "value": 0.1},
    {"kind": "remote-failure", "remote": "portal", "remote_version": "p1", "reason": "failed", "recovered": false},
    {"kind": "page-error", "application": "portal", "application_version": "p1", "thrown_in": "script",
      "error_name": "TypeError", "stack": [], "components": []}'),
  ('a vital without its value', '23514', '{"kind": "web-vital", "metric": "CLS"}'),
  ('a vital that failed as well', '23514',
    '{"kind": "web-vital", "metric": "CLS", "value": 0, "recovered": true}'),
  ('a failure of no version', '23514',
    '{"kind": "remote-failure", "remote": "portal", "reason": "failed", "recovered": false}'),
  ('an error without a stack', '23514', '{"kind": "page-error", "application": "portal", "application_version": "p1",
    "thrown_in": "script", "error_name": "TypeError", "components": []}'),
  ('an error with a script for a name', '23514', '{"kind": "page-error", "application": "portal",
    "application_version": "p1", "thrown_in": "script", "error_name": "<script>", "stack": [], "components": []}'),
  ('of no kind', '23514', '{"kind": "click", "metric": "CLS", "value": 0}'),
  ('not a number', '23514', '{"kind": "web-vital", "metric": "CLS", "value": "NaN"}')
) v (what, answer, events);
select is((select count(*) from private.site_events), 4::bigint, 'one wrong event rejects the whole batch');
select is(
  tests.answer('service_role', $$select count(*) from jsonb_array_elements(public.site_event_stats(now() - interval '1 hour'))$$),
  '2', 'and is told of each version: of host and of portal, whose failure and error were of the version that others saw'
);

-- What is counted of visits: sums of a day that say nothing else.
select is(
  tests.answer('service_role', format($$select public.record_site_counts('{"page": "%s", "source": "%s",
    "campaign": "%s", "host_version": "h1", "marketing_version": "m1", "counts": ["%s"]}')$$, page, source, campaign, counted)),
  answer, format('counts of %s: %s', what, answer)
) from (values
  ('a view', 'true', '/', 'direct', 'news/autumn', 'view'),
  ('a path that is no route', '23514', '/<script>', 'direct', '', 'view'),
  ('an address for a campaign', '23514', '/', 'direct', 'ada@engine.example', 'view'),
  ('an unknown kind of website', '23514', '/', 'ads', '', 'view'),
  ('something else', '23514', '/', 'direct', '', 'click')
) v (what, answer, page, source, campaign, counted);
select is(
  tests.answer('service_role', $$select public.site_figures(1) -> 'parts' @> '[{"part": "pages", "name": "/", "counts": {"view": 1}}]'$$),
  'true', 'an operator reads the sums'
);

-- Only an operator imports. Until the commit its rows are invisible, and it takes no sale from its seller.
select is(
  tests.answer(actor, format('select public.%s', call)), '42501', format('%s is refused %s', actor, call)
) from (values ('anon'), ('rep A'), ('customer of A')) a (actor)
cross join (values
  ('begin_sales_import(gen_random_uuid(), true)'), ('stage_sales(gen_random_uuid(), ''[]'')'),
  ('commit_sales_import(gen_random_uuid(), 0)'), ('discard_sales_import(gen_random_uuid())'),
  ('export_sales(gen_random_uuid(), null, null, 1)'), ('preview_sales_import(gen_random_uuid(), 1)'),
  ('link_ended_at(''x'')')
) c (call);
select is(
  tests.answer('service_role', 'select public.begin_sales_import(''50000000-0000-4000-9000-000000000002'', true)'),
  'false', 'no second import begins while one is running'
);
update private.sales_imports set last_staged_at = now() - interval '2 minutes';
select is(
  tests.answer('service_role', 'select public.begin_sales_import(''50000000-0000-4000-9000-000000000002'', true)'),
  'true', 'an interrupted import blocks no later import'
);
select is((select count(*) from private.staged_sales), 0::bigint, 'and its rows are deleted');
select is(
  tests.answer('service_role', format(
    $$select public.stage_sales('50000000-0000-4000-9000-000000000002', jsonb_build_array(jsonb_build_object(
      'line_number', 2, 'id', %L, 'rep_email', 'A@bait.example', 'lead_email', %L, 'sale_date', '2026-01-16',
      'product_name', 'Bait', 'billing_frequency', 'monthly', 'sale_amount', 7, 'commission', 1
    ))) -> 'problems' #>> '{0,code}'$$, id, customer
  )),
  problem, format('a row that is %s: %s', what, coalesce(problem, 'no problem'))
) from (values
  ('another''s sale', 'd0000000-0000-4000-9000-000000000002', 'one@bait.example', 'sale_of_another_rep'),
  ('of another''s customer', 'd0000000-0000-4000-9000-000000000008', 'two@bait.example', 'customer_of_another_rep'),
  ('good', 'd0000000-0000-4000-9000-000000000009', 'one@bait.example', null),
  ('there twice', 'd0000000-0000-4000-9000-000000000009', 'one@bait.example', 'duplicate_id')
) v (what, id, customer, problem);
select is(
  tests.answer('service_role', 'select public.commit_sales_import(''50000000-0000-4000-9000-000000000002'', 2) ->> ''outcome'''),
  'rows_missing', 'an import with missing rows is not committed'
);
select is(
  tests.answer('service_role', 'select public.commit_sales_import(''50000000-0000-4000-9000-000000000002'', 3)'),
  '23000', 'nor one with the id of another seller''s sale, even if the earlier check passed'
);
select is((select count(*) from public.sales_records), 2::bigint, 'and no sale was written');

select * from finish();
rollback;
