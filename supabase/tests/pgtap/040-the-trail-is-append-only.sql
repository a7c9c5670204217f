-- No role can change a line of the trail, its owner included.
begin;
\ir bait.psql
select plan(22);

create temp table before as select * from public.audit_events;

select table_privs_are('public', 'audit_events', 'service_role', array['SELECT', 'INSERT', 'DELETE']);
select table_privs_are('public', 'audit_events', 'api_reader', array['SELECT']);
select table_privs_are('public', 'audit_events', 'authenticated', array[]::text[]);
select table_privs_are('public', 'audit_events', 'anon', array[]::text[]);

select throws_ok(
  'update public.audit_events set occurred_at = now() - interval ''1 day''', '42501',
  'audit_events is append-only', 'the owner cannot move a line in time'
);
select throws_ok('delete from public.audit_events', '42501', 'audit_events is append-only', 'nor take lines out');
select throws_ok('truncate public.audit_events', '42501', 'audit_events is append-only', 'nor empty it');
select throws_ok(
  $$insert into public.audit_events (id, event) values ('60000000-0000-4000-9000-000000000001', 'code_sent')
    on conflict (id) do update set event = excluded.event$$,
  '42501', 'audit_events is append-only', 'nor write over a line'
);

select throws_ok(
  $$update public.audit_events set ip_address = '203.0.113.1'$$, '42501', 'audit_events is append-only',
  'nor invent an IP address'
);
select throws_ok(
  $$update public.audit_events set ip_address = null, user_agent = null, event = 'signed_out'$$, '42501',
  'audit_events is append-only', 'nor change a line while removing its IP address'
);
savepoint before_forgetting;
select lives_ok(
  'update public.audit_events set ip_address = null, user_agent = null', 'but IP address and browser may be removed'
);
rollback to before_forgetting;
insert into public.audit_events (event, detail) values
  ('rep_edited', '{"by": "operator", "before": {"name": "A"}, "after": {"name": "B"}}'),
  ('price_set', '{"by": "operator", "before": {}, "after": {}}');
select throws_ok(
  $$update public.audit_events set detail = detail - 'before' where event = 'rep_edited'$$, '42501',
  'audit_events is append-only', 'nor remove a part of a name'
);
select throws_ok(
  $$update public.audit_events set detail = detail - array['before', 'after'] where event = 'price_set'$$, '42501',
  'audit_events is append-only', 'nor remove the amounts of a price'
);
select lives_ok(
  $$update public.audit_events set detail = detail - array['before', 'after'] where event = 'rep_edited'$$,
  'and names of a representative may be removed'
);
rollback to before_forgetting;
insert into public.audit_events (event, occurred_at)
values ('signed_out', now() - make_interval(days => private.audit_trail_kept_days() + 1));
select lives_ok(
  'delete from public.audit_events where occurred_at < now() - make_interval(days => private.audit_trail_kept_days())',
  'and a line may leave after its period'
);
rollback to before_forgetting;

select tests.act_as('service_role');
select throws_ok('update public.audit_events set detail = ''{"forged": true}''', '42501', null, 'functions cannot change a line');
select throws_ok('delete from public.audit_events', '42501', null, 'nor delete one');
select throws_ok('truncate public.audit_events', '42501', null, 'nor empty it');
select lives_ok(
  $$insert into public.audit_events (event) values ('signed_out')$$, 'but they add lines'
);
select throws_ok(
  $$insert into public.audit_events (event) values ('something else')$$, '23514', null, 'but only known events'
);
select tests.act_as_owner();

select set_has('select * from public.audit_events', 'select * from before', 'every line is as it was written');
select is(
  (select count(*) from public.audit_events), (select count(*) + 1 from before), 'and one is new'
);

select * from finish();
rollback;
