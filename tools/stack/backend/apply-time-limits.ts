import type { Connection } from '@supabase/lite';
import { compiledQuery } from './compiled-query.ts';

/**
 * The limits of the role that a request takes, and of the procedure that it calls, which come first. $1: role,
 * $2: procedure of the schema `public`, null for a table.
 */
const APPLY = `
  select set_config(l.name, l.value, true)
  from (
    select distinct on (s.name) s.name, s.value
    from (
      select 1 as place, split_part(c, '=', 1) as name, split_part(c, '=', 2) as value
      from pg_catalog.pg_roles r cross join unnest(r.rolconfig) as c where r.rolname = $1
      union all
      select 2, split_part(c, '=', 1), split_part(c, '=', 2)
      from pg_catalog.pg_proc p cross join unnest(p.proconfig) as c
      where p.pronamespace = 'public'::regnamespace and p.proname = $2 and c like 'statement_timeout=%'
    ) s
    where s.name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')
    order by s.name, s.place desc
  ) l`;

type WithContext = Connection['withContext'];

/**
 * Ends API requests that take too long, as PostgREST does: a role's settings would hold from its login on, and no API
 * role logs in, so each request's transaction is given them.
 */
export function applyTimeLimits(connection: Connection): void {
  const withContext = connection.withContext.bind(connection);
  const limited: WithContext = (context, work, options) =>
    withContext(
      context,
      async (db) => {
        const role = (context as { auth?: { role?: string } } | undefined)?.auth?.role ?? 'anon';
        const procedure = options?.rpc?.path.replace('/rpc/', '') ?? null;
        await db.executeQuery(compiledQuery('apply-time-limits', APPLY, [role, procedure]));
        return work(db);
      },
      options,
    );
  Object.defineProperty(connection, 'withContext', { value: limited });
}
