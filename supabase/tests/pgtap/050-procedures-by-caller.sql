-- What procedures answer from rows of several people. Who may call which, and that an ended session gets nothing, is
-- derived from the list of calls: rights/list-of-calls.test.ts, rights/access-matrix.test.ts, sessions/ended-session.test.ts.
begin;
\ir bait.psql
select plan(121);

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
  ('rep A', $$get_sales_representative('a0000000-0000-4000-9000-000000000001')$$, '1'),
  ('rep A', $$get_sales_representative('a0000000-0000-4000-9000-000000000002')$$, ''),
  ('customer of A', $$get_sales_representative('a0000000-0000-4000-9000-000000000001')$$, ''),
  ('rep A', $$get_lead_by_id('c0000000-0000-4000-9000-000000000001')$$, '1'),
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

-- The portal's calls: own rows for a live representative, nothing for a customer.
select is(
  tests.answer(actor, format('select coalesce((public.%s)::text, ''nothing'')', call)), seen, format('%s, %s', actor, call)
) from (values
  ('get_sales_dashboard() -> ''totals'' ->> ''salesCents''', '400000', '500000', '0'),
  ('get_sales_dashboard() ->> ''allSalesCount''', '1', '1', '0'),
  ('get_sales_dashboard(''{"search": "ltd"}'') -> ''totals'' ->> ''salesCount''', '1', '1', '0'),
  ('get_sales_table() #>> ''{rows,0,customer,name}''', 'One', 'Two', null),
  ('get_sales_table(''{}'', ''customer'') ->> ''rows'' = ''[]''', 'false', 'false', 'true'),
  ('get_sale_explanation(''d0000000-0000-4000-9000-000000000001'') ->> ''commissionGroup''', 'earned', 'PT404', 'PT404'),
  ('get_own_statements(60) #>> ''{rows,0,payCents}''', '1', '2', null),
  ('get_statement(''2026-01'') #>> ''{rows,0,question}''', 'Why one cent?', 'Why two cents?', 'PT404'),
  ('get_statement(''2026-01'', ''a0000000-0000-4000-9000-000000000001'') #>> ''{statement,payCents}''', '1', 'PT404', 'PT404'),
  ('get_rep_today() ->> ''targetCents''', '1', '2', null),
  ('get_rep_today() #>> ''{requests,count}''', '1', '0', '0'),
  ('get_customers() #>> ''{counts,active}''', '1', '1', '0'),
  ('get_customers() #>> ''{counts,expired}''', '1', '0', '0'),
  ('get_customer_timeline(''c0000000-0000-4000-9000-000000000001'') #>> ''{lines,0,event}''', 'link_issued', 'PT404', 'PT404'),
  ('get_customer_note(''c0000000-0000-4000-9000-000000000001'') ->> ''note''', 'A''s note on One', 'PT404', 'PT404'),
  ('get_sales_sessions() #>> ''{2,id}''', 'e0000000-0000-4000-9000-000000000001', 'nothing', null),
  ('get_sales_sessions() #>> ''{3,id}''', 'nothing', 'nothing', null),
  ('get_rep_settings() ->> ''mailOnOpening''', 'false', 'false', null),
  ('get_manager_access() ->> ''isManager''', 'false', 'false', null),
  ('get_assigned_contact_requests() ->> ''openCount''', '1', '0', '0'),
  ('get_customer_openings(now() - interval ''1 hour'') #>> ''{openings,0,name}''', 'One', 'Two', null)
) v (call, of_a, of_b, of_others)
cross join lateral (values ('rep A', of_a), ('rep B', of_b), ('customer of A', coalesce(of_others, 'nothing'))) a (actor, seen);

select is(
  tests.answer('manager', 'select count(*) from public.get_plan_prices_at(now())'), '1', 'a manager previews prices'
);

-- An unusable credential starts no session.
select is(
  tests.answer('service_role', format('select public.begin_rep_session(repeat(%L, 64), repeat(''d'', 64), null, null, ''net'')', c)),
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

-- The address of a code, for the session of who requested it.
select is(
  tests.answer('service_role', format(
    $$select coalesce(public.find_verification_email('e0000000-0000-4000-9000-00000000000%s', '70000000-0000-4000-9000-000000000001'), 'nothing')$$,
    session
  )),
  address, format('session %s reads %s', session, address)
) from (values (1, 'new@bait.example'), (2, 'nothing')) v (session, address);
select is(private.utc_today(), (now() at time zone 'UTC')::date, format('the day in UTC, asked from %s', zone))
from (values ('Pacific/Kiritimati'), ('Etc/GMT+12')) z (name), lateral set_config('timezone', name, true) as zone;

-- Ending a representative's sessions takes effect on the next request.
select is(tests.answer('service_role',
  $$select public.end_rep_sessions('a0000000-0000-4000-9000-000000000001')$$), '1', 'the one live session is ended');
select is(tests.answer('rep A', 'select count(*) from public.get_plan_prices()'), 'PT401', 'its token reads nothing more');

-- Site events: each is complete and of one kind.
select is(
  tests.answer('service_role', format(
    $$select private.keep_site_events('{"composition_id": "c1", "versions": {"host": "h1"}, "path": "/", "events": [%s]}', '192.0.2.1')$$,
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
  tests.answer('service_role', format($$select private.add_site_counts('{"page": "%s", "source": "%s",
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

-- An import: until the commit its rows are invisible, and it takes no sale from its seller.
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
      'line_number', %s, 'id', %L, 'rep_email', 'A@bait.example', 'lead_email', %L, 'sale_date', '2026-01-16',
      'product_name', 'Bait', 'billing_frequency', 'monthly', 'sale_amount', 7, 'commission', 1
    ))) -> 'problems' #>> '{0,code}'$$, line, id, customer
  )),
  problem, format('a row that is %s: %s', what, coalesce(problem, 'no problem'))
) from (values
  (2, 'another''s sale', 'd0000000-0000-4000-9000-000000000002', 'one@bait.example', 'sale_of_another_rep'),
  (2, 'of another''s customer', 'd0000000-0000-4000-9000-000000000008', 'two@bait.example', 'customer_of_another_rep'),
  (2, 'good', 'd0000000-0000-4000-9000-000000000009', 'one@bait.example', null),
  (2, 'good, once more after a lost answer', 'd0000000-0000-4000-9000-000000000009', 'one@bait.example', null),
  (3, 'there twice', 'd0000000-0000-4000-9000-000000000009', 'one@bait.example', 'duplicate_id')
) v (line, what, id, customer, problem);
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
