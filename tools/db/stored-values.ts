import { UserError } from '../command/user-error.ts';
import type { Sql } from '../postgres/connect.ts';

interface Row {
  /** What keeps values of a function, with what changes once it is made again. */
  made: string;
  what: string;
  routine: string;
  source: string;
}

/**
 * What keeps values of functions, with each of these functions, and those that they call. Bodies name what they call with
 * its schema: `search_path` is empty.
 */
const STORED = `
  with recursive routine as (
    select p.oid, format('%s.%s', nspname, proname) as name, format('%s.%s(%s)', nspname, proname, oidvectortypes(proargtypes)) as full_name,
      coalesce(pg_get_function_sqlbody(p.oid), prosrc) as body, concat_ws(' ', prolang, probin, proconfig) as rest
    from pg_proc p join pg_namespace n on n.oid = pronamespace
    where nspname !~ '^pg_' and nspname <> 'information_schema'
  ), kept as (
    select classid, objid, format('%s %s %s', attrelid, attnum, pg_relation_filenode(attrelid)) as made, refobjid
    from pg_depend d
    join pg_attrdef f on classid = 'pg_attrdef'::regclass and f.oid = objid
    join pg_attribute on attrelid = adrelid and attnum = adnum and attgenerated = 's'
    where refclassid = 'pg_proc'::regclass
    union all
    select classid, objid, pg_relation_filenode(objid)::text, refobjid from pg_depend
    join pg_index on classid = 'pg_class'::regclass and indexrelid = objid
    where refclassid = 'pg_proc'::regclass
    union all
    select classid, objid, objid::text, refobjid from pg_depend
    join pg_constraint c on classid = 'pg_constraint'::regclass and c.oid = objid and convalidated
    where refclassid = 'pg_proc'::regclass
  ), uses as (
    select classid, objid, made, refobjid as routine from kept
    union
    select classid, objid, made, called.oid from uses
    join routine caller on caller.oid = uses.routine
    join routine called on caller.body ~ format('\\m%s\\s*\\(', called.name)
  )
  select replace(pg_describe_object(classid, objid, 0), 'default value for ', '') as what,
    format('%s %s', classid, made) as made, full_name as routine, md5(concat_ws(' ', body, rest)) as source
  from uses join routine on routine.oid = uses.routine
  order by 1, 3`;

/**
 * Watches functions while migrations run. A stored value of a generated column, index or validated constraint stays as
 * it is when its function changes.
 * @returns what to call after each file. It throws a UserError that names all that keeps values of a changed function.
 */
export async function watchStoredValues(database: Sql): Promise<(file: string) => Promise<void>> {
  const before = await database.query<Row>(STORED);
  return async (file) => {
    const now = new Map<string, string>();
    for (const { made, routine, source } of await database.query<Row>(STORED))
      now.set(`${made} ${routine}`, source);
    const stale = before.filter(
      ({ made, routine, source }) => (now.get(`${made} ${routine}`) ?? source) !== source,
    );
    if (stale.length === 0) return;
    const list = stale.map(({ what, routine }) => `${what} (by ${routine})`).join(', ');
    throw new UserError(
      `migrations/${file}: a changed function leaves old values in ${list}. Declare the new function under another name, and what uses it as docs/where-code-lives.md says: "A function behind stored values".`,
    );
  };
}
