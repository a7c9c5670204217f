-- No role can change a line of the trail, its owner included.
begin;
\ir bait.psql
select plan(21);

create temp table before as select * from public.audit_events;

select table_privs_are('public', 'audit_events', 'service_role', array['SELECT', 'INSERT']);
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
  'nor make up from where somebody came'
);
select throws_ok(
  $$update public.audit_events set ip_address = null, user_agent = null, event = 'signed_out'$$, '42501',
  'audit_events is append-only', 'nor change a line while it forgets'
);
savepoint before_forgetting;
select lives_ok(
  'update public.audit_events set ip_address = null, user_agent = null', 'but a line may forget from where somebody came'
);
rollback to before_forgetting;
insert into public.audit_events (event, detail) values
  ('rep_edited', '{"by": "operator", "before": {"name": "A"}, "after": {"name": "B"}}'),
  ('price_set', '{"by": "operator", "before": {}, "after": {}}');
select throws_ok(
  $$update public.audit_events set detail = detail - 'before' where event = 'rep_edited'$$, '42501',
  'audit_events is append-only', 'nor a part of what somebody was called'
);
select throws_ok(
  $$update public.audit_events set detail = detail - array['before', 'after'] where event = 'price_set'$$, '42501',
  'audit_events is append-only', 'nor what a price was'
);
select lives_ok(
  $$update public.audit_events set detail = detail - array['before', 'after'] where event = 'rep_edited'$$,
  'and it may forget what a representative was called'
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
  $$insert into public.audit_events (event) values ('something else')$$, '23514', null, 'of the kinds that there are'
);
select tests.act_as_owner();

select set_has('select * from public.audit_events', 'select * from before', 'every line is as it was written');
select is(
  (select count(*) from public.audit_events), (select count(*) + 1 from before), 'and one is new'
);

select * from finish();
rollback;
