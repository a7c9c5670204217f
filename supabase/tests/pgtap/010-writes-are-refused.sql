-- No outside role can write to any table, and its attempts change nothing.
begin;
\ir bait.psql

create temp table attempts as
  select a.name as actor, r.role_inside, format(v.statement, t.name, t.first_column) as statement
  from tests.actors a
  -- With their own role, and with the role of the procedures.
  cross join (values (null), ('api_reader')) r (role_inside)
  cross join tests.tables t
  cross join (values
    ('insert into %1$s default values'), ('update %1$s set %2$s = %2$s'), ('delete from %1$s'),
    ('truncate %1$s cascade'), ('merge into %1$s t using (select 1) s on true when matched then delete')
  ) v (statement)
  where a.api_role <> 'service_role';
create temp table before as select * from tests.fingerprint();

select plan((select count(*)::integer from attempts) + 3);

select is(
  tests.answer(actor, statement, role_inside), '42501',
  format('%s%s: %s is refused (42501)', actor, ' as ' || role_inside, statement)
) from attempts order by actor, role_inside, statement;

select cmp_ok((select count(*) from attempts), '>', 1400::bigint, 'the test made enough attempts');
select set_eq('select * from tests.fingerprint()', 'select * from before', 'no row of any table changed');
select is_empty(
  'select 1 from before where rows_hash = md5('''')', 'every table held a row that could have changed'
);

select * from finish();
rollback;
