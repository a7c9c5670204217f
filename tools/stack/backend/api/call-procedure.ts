import type { Pool } from '../../../postgres/connect.ts';

/** What the catalog says of a procedure of the schema `public`. */
export interface Procedure {
  /** Of the arguments that callers pass, by name. */
  types: Record<string, string>;
  /** Arguments without a default. */
  required: string[];
  returnsSet: boolean;
  /** false: one value, not a row of named columns. */
  returnsRow: boolean;
  returnsNothing: boolean;
}

/** Who calls, as policies and procedures read it. */
export interface Caller {
  role: string;
  /** Of the token. Null for a caller with a key alone. */
  claims: Record<string, unknown> | null;
  /** Names in lower case. */
  headers: Record<string, string>;
}

/** As `max_rows` in supabase/config.toml. */
const MAX_ROWS = 1_000;

const PROCEDURES = `
  select p.proname as name, p.proretset as returns_set, p.prorettype = 'void'::regtype as returns_nothing,
    t.typtype = 'c' or coalesce(p.proargmodes && '{o,t,b}'::"char"[], false) as returns_row,
    coalesce(p.proargnames[1:p.pronargs], '{}') as names,
    array(select format_type(a, null) from unnest(p.proargtypes) as a) as types, p.pronargdefaults as defaults
  from pg_catalog.pg_proc p join pg_catalog.pg_type t on t.oid = p.prorettype
  where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'`;

/** All procedures of `public`, by name. None of ours has two shapes. */
export async function readProcedures(database: Pool): Promise<Map<string, Procedure>> {
  const rows = await database.query<{
    name: string;
    returns_set: boolean;
    returns_nothing: boolean;
    returns_row: boolean;
    names: string[];
    types: string[];
    defaults: number;
  }>(PROCEDURES);
  return new Map(
    rows.map((row) => [
      row.name,
      {
        types: Object.fromEntries(row.names.map((name, index) => [name, row.types[index] ?? 'text'])),
        required: row.names.slice(0, row.names.length - row.defaults),
        returnsSet: row.returns_set,
        returnsRow: row.returns_row,
        returnsNothing: row.returns_nothing,
      },
    ]),
  );
}

/**
 * Tells the database who asks and what, in one statement. Settings of a role apply when it logs in, but no API role
 * does. So each request gets the time limits of its role, and of the procedure, which take precedence. A role's limit
 * for a statement includes the wait for the connection.
 */
const SETTINGS = `
  select set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
    set_config('request.jwt.claim.sub', coalesce($2::json ->> 'sub', ''), true),
    set_config('request.jwt.claim.role', $1, true), set_config('request.headers', $3, true),
    set_config('request.method', 'POST', true), set_config('request.path', '/rpc/' || $4::text, true),
    (select count(set_config(l.name, l.value, true)) from (
      select distinct on (s.name) s.name, s.value from (
        select 1 as place, split_part(c, '=', 1) as name,
          case when c like 'statement_timeout=%' then least(split_part(c, '=', 2)::integer, $5::integer)::text
            else split_part(c, '=', 2) end as value
        from pg_catalog.pg_roles r cross join unnest(r.rolconfig) as c where r.rolname = $1::text
        union all
        select 2, split_part(c, '=', 1), split_part(c, '=', 2)
        from pg_catalog.pg_proc p cross join unnest(p.proconfig) as c
        where p.pronamespace = 'public'::regnamespace and p.proname = $4::text and c like 'statement_timeout=%'
      ) s
      where s.name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout')
      order by s.name, s.place desc
    ) l)`;

/** Whether the database itself refused. Without an SQLSTATE it did not answer. */
export function isSqlState(code: unknown): code is string {
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && code !== 'EPIPE';
}

/**
 * Calls a procedure as the caller, in a transaction of its own.
 * @param body a JSON object with the arguments
 * @param begin runs when the call has a connection, and says how many milliseconds it may take. If it throws, nothing
 *   is called.
 * @returns the answer as JSON text. Null when the procedure returns nothing.
 * @throws the database's error, with its SQLSTATE as `code`.
 */
export async function callProcedure(
  database: Pool,
  name: string,
  procedure: Procedure,
  { body, passed }: { body: string; passed: readonly string[] },
  { role, claims, headers }: Caller,
  begin: () => number,
): Promise<string | null> {
  const settings = [role, JSON.stringify(claims ?? { role }), JSON.stringify(headers), name];
  const rows = await database.transaction(async (sql) => {
    await sql.query(SETTINGS, [...settings, begin()]);
    return sql.query<{ answer: string | null }>(statementOf(name, procedure, passed), [body]);
  });
  return procedure.returnsNothing ? null : (rows[0]?.answer ?? 'null');
}

function statementOf(name: string, procedure: Procedure, passed: readonly string[]): string {
  const { types, returnsSet, returnsRow } = procedure;
  const typed = passed.map((argument) => `${quoted(argument)} ${types[argument]}`).join(', ');
  const named = passed.map((argument) => `${quoted(argument)} := a.${quoted(argument)}`).join(', ');
  const from = passed.length === 0 ? '(select $1::json) as a' : `json_to_record($1::json) as a (${typed})`;
  const call = `${from} cross join lateral public.${quoted(name)}(${named})`;
  const rows = returnsRow ? `select r.* from ${call} as r` : `select r.value from ${call} as r (value)`;
  const one = returnsRow ? 'to_json(s)' : 'to_json(s.value)';
  const answer = returnsSet ? `coalesce(json_agg(${one}), '[]')` : one;
  return `select (${answer})::text as answer from (${rows} limit ${MAX_ROWS}) s`;
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
