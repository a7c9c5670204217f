type Query = (text: string) => Promise<unknown>;

/** The functions that tell the time. Schemas use no keyword such as `current_timestamp`, which cannot be replaced. */
const CLOCKS = ['now', 'transaction_timestamp', 'statement_timestamp', 'clock_timestamp'];
const CLOCK_NAMES = CLOCKS.map((name) => `'${name}'`).join(', ');

/** Calls of the clocks of this moment, as stored expressions hold them. */
const STORED_CALL = `(select ':funcid (' || string_agg(oid::text, '|') || ') '
  from pg_proc where pronamespace = 'pg_catalog'::regnamespace and pronargs = 0 and proname in (${CLOCK_NAMES}))`;

/**
 * Statements that store each policy and each default again. A stored expression calls a function by its number. Only
 * an expression that is parsed again calls the clock that has the name now.
 */
const STORE_AGAIN = `
  select coalesce(array_agg(statement), '{}') from (
    select format('alter policy %I on %s', p.polname, p.polrelid::regclass)
      || coalesce(' using (' || pg_get_expr(p.polqual, p.polrelid) || ')', '')
      || coalesce(' with check (' || pg_get_expr(p.polwithcheck, p.polrelid) || ')', '') as statement
    from pg_policy p where concat(p.polqual::text, p.polwithcheck::text) ~ calls
    union all
    select format(
      'alter table %s alter column %I set default %s', d.adrelid::regclass, a.attname, pg_get_expr(d.adbin, d.adrelid)
    )
    from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
    where d.adbin::text ~ calls
  ) s`;

/** What would keep the machine's time: the caller of this would test less than it seems. */
const KEEPS_MACHINE_TIME = `
  select string_agg(place, ', ') from (
    select 'rule of ' || r.ev_class::regclass as place from pg_rewrite r
      where r.oid >= 16384 and (r.ev_action::text ~ calls or r.ev_action::text ~ 'SQLVALUEFUNCTION')
    union all
    select 'constraint ' || c.conname from pg_constraint c where c.oid >= 16384 and c.conbin::text ~ calls
    union all
    select 'trigger ' || t.tgname from pg_trigger t where t.tgqual::text ~ calls
    union all
    select 'function ' || p.oid::regprocedure from pg_proc p
      where p.oid >= 16384 and p.prolang in (select oid from pg_language where lanname in ('sql', 'plpgsql'))
        and (p.prosqlbody::text ~ calls
          or p.prosrc ~* '\\m(current_(timestamp|date|time)|localtime(stamp)?|timeofday)\\M')
  ) s`;

/** Plans that are kept call a clock by its number. A changed schema makes every session plan again. */
const FORGET_PLANS = 'create schema clock_moved; drop schema clock_moved;';

/**
 * Moves the clock of the whole database: procedures, policies and defaults see it, on every connection. It goes on
 * from there. Everything of the site that asks the database lives at that time. Browsers and functions keep the
 * machine's. Needs a superuser. Always followed by `restoreDatabaseClock`.
 */
export async function moveDatabaseClock(query: Query, to: Date): Promise<void> {
  await restoreDatabaseClock(query);
  await query(`do $move$
    declare
      calls text := ${STORED_CALL};
      store_again text[] := (${STORE_AGAIN});
      machine_time text := (${KEEPS_MACHINE_TIME});
      ahead interval := timestamptz '${to.toISOString()}' - clock_timestamp();
      clock text;
      statement text;
    begin
      if machine_time is not null then
        raise exception 'The clock of these cannot be moved: %', machine_time;
      end if;
      foreach clock in array array[${CLOCK_NAMES}] loop
        execute format('alter function pg_catalog.%I() rename to %I', clock, 'machine_' || clock);
        execute format(
          'create function pg_catalog.%I() returns timestamptz language sql %s parallel safe as %L',
          clock, case clock when 'clock_timestamp' then 'volatile' else 'stable' end,
          format('select pg_catalog.%I() + interval %L', 'machine_' || clock, ahead)
        );
        execute format('grant execute on function pg_catalog.%I() to public', clock);
      end loop;
      foreach statement in array store_again loop
        execute statement;
      end loop;
      ${FORGET_PLANS}
    end
  $move$`);
}

/** Gives the database the machine's clock back, if it was moved. */
export async function restoreDatabaseClock(query: Query): Promise<void> {
  await query(`do $restore$
    declare
      calls text := ${STORED_CALL};
      store_again text[] := (${STORE_AGAIN});
      clock text;
      statement text;
    begin
      if to_regprocedure('pg_catalog.machine_now()') is null then
        return;
      end if;
      foreach clock in array array[${CLOCK_NAMES}] loop
        execute format('alter function pg_catalog.%I() rename to %I', clock, 'moved_' || clock);
        execute format('alter function pg_catalog.%I() rename to %I', 'machine_' || clock, clock);
      end loop;
      foreach statement in array store_again loop
        execute statement;
      end loop;
      -- Refused while something is left that calls it.
      foreach clock in array array[${CLOCK_NAMES}] loop
        execute format('drop function pg_catalog.%I()', 'moved_' || clock);
      end loop;
      ${FORGET_PLANS}
    end
  $restore$`);
}
