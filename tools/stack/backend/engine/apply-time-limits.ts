import type { FurtherColumn } from './gather-request-settings.ts';

/**
 * Ends API requests that take too long, as PostgREST does: settings of a role apply at login, but no API role logs in.
 * So each request's transaction gets them. The limits of the called procedure take precedence over those of the role.
 */
export const applyTimeLimits: FurtherColumn = (role, procedure) => `(
  select count(set_config(l.name, l.value, true))
  from (
    select distinct on (s.name) s.name, s.value
    from (
      select 1 as place, split_part(c, '=', 1) as name, split_part(c, '=', 2) as value
      from pg_catalog.pg_roles r cross join unnest(r.rolconfig) as c where r.rolname = ${role}::text
      union all
      select 2, split_part(c, '=', 1), split_part(c, '=', 2)
      from pg_catalog.pg_proc p cross join unnest(p.proconfig) as c
      where p.pronamespace = 'public'::regnamespace and p.proname = ${procedure}::text and c like 'statement_timeout=%'
    ) s
    where s.name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')
    order by s.name, s.place desc
  ) l)`;
