import { UserError } from '../command/user-error.ts';
import type { Sql } from '../postgres/connect.ts';

interface Row {
  /** `offer`: calls may use it. `right`: the same, as long as there is what it is a right to. `demand`: calls must know it. */
  kind: 'offer' | 'right' | 'demand';
  /** The name of what has it. */
  object: string;
  what: string;
}

/** All that a database offers to those who call it. Of procedures that only other procedures call: their rights. */
const OFFERS = `
  with schema as (
    select * from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'
  ), relation as (
    select c.*, format('%s.%s', nspname, relname) as name from pg_class c join schema n on n.oid = relnamespace
    where relkind in ('r', 'p', 'v', 'm', 'c', 'S')
  ), col as (
    select a.*, format('%s.%s', name, attname) as name from pg_attribute a join relation r on r.oid = attrelid
    where attnum > 0 and not attisdropped and relkind <> 'S'
  ), type as (
    select t.*, format('%s.%s', nspname, typname) as name from pg_type t join schema n on n.oid = typnamespace
    where typtype in ('e', 'd', 'r')
  ), routine as (
    select p.*, format('%s.%s', nspname, proname) as name from pg_proc p join schema n on n.oid = pronamespace
  ), argument as (
    select f.name as routine, mode, format('%s %s', coalesce(a.name, place::text), format_type(type, null)) as what,
      count(*) filter (where mode <> 'o' and mode <> 't') over (partition by f.oid order by place)
        <= pronargs - pronargdefaults as must_be_given
    from routine f, unnest(coalesce(proallargtypes, proargtypes::oid[]), proargmodes, proargnames)
        with ordinality as a (type, given_mode, name, place),
      lateral (select coalesce(given_mode, 'i') as mode) as m
    where f.name like 'public.%'
  ), rights (object, acl) as (
    select name, coalesce(relacl, acldefault('r', relowner)) from relation
    union all select name, attacl from col
    union all select name, coalesce(proacl, acldefault('f', proowner)) from routine
    union all select 'schema ' || nspname, coalesce(nspacl, acldefault('n', nspowner)) from schema
  )
  select 'offer' as kind, name as object, name as what from relation where relkind <> 'S'
  union all select 'offer', name, format('%s %s', name, format_type(atttypid, atttypmod)) from col
  union all select 'offer', name, 'the default of ' || name from col where atthasdef or attidentity <> ''
  union all select 'offer', name, concat_ws(' ', 'type', name, case when typtype = 'd' then format_type(typbasetype, typtypmod) end,
      case when typnotnull then 'not null' end,
      (select string_agg(pg_get_constraintdef(c.oid), ' ' order by conname) from pg_constraint c where contypid = type.oid))
    from type
  union all select 'offer', name, format('value %L of type %s', enumlabel, name)
    from pg_enum e join type on type.oid = enumtypid
  union all select 'offer', name, format('procedure %s, as the one of its name', name)
    from routine where name like 'public.%' group by name having count(*) = 1
  union all select 'offer', name, format('the answer %s of %s', prorettype::regtype || case when proretset then ', in rows' else '' end, name)
    from routine where name like 'public.%'
  union all select 'offer', routine, format('%s in the answer of %s', what, routine) from argument where mode in ('o', 'b', 't')
  union all select 'offer', routine, format('argument %s of %s', what, routine) from argument where mode in ('i', 'b', 'v')
  union all select 'offer', format('%s.%s', schemaname, tablename),
      format('policy %s of %s.%s for %s to %s', policyname, schemaname, tablename, lower(cmd), array_to_string(roles, ', '))
    from pg_policies where permissive = 'PERMISSIVE'
  union all select 'right', object, object from rights
  union all select 'right', object, format('%s on %s for %s', lower(privilege_type), object, coalesce(rolname, 'public'))
    from rights, aclexplode(acl) left join pg_roles r on r.oid = grantee where rolsuper is not true
  union all select 'right', 'roles', format('role %s for %s', roleid::regrole, member::regrole) from pg_auth_members
  union all select 'demand', routine, format('argument %s of %s', what, routine) from argument
    where must_be_given and mode in ('i', 'b', 'v')
  union all select 'demand', name, 'row security of ' || name from relation where relrowsecurity
  union all select 'demand', format('%s.%s', schemaname, tablename), format('policy %s of %s.%s', policyname, schemaname, tablename)
    from pg_policies where permissive = 'RESTRICTIVE'`;

const THEN = 'First release code that does without it. Then: run db diff contract_<name>';

/**
 * Watches what a database offers while migrations run: expand, deploy, contract.
 * @returns what to call after each file. It throws a UserError for a file that takes away what live code may use. Also
 *   for one that asks for what such code does not give. A file whose name begins with `contract_` may do both.
 */
export async function watchOffers(database: Sql): Promise<(file: string) => Promise<void>> {
  let before = await database.query<Row>(OFFERS);
  return async (file) => {
    const after = await database.query<Row>(OFFERS);
    const broken = /^\d*_contract_/.test(file) ? undefined : brokenBy(before, after);
    before = after;
    if (broken !== undefined) throw new UserError(`migrations/${file}: ${broken}. ${THEN}`);
  };
}

function brokenBy(before: readonly Row[], after: readonly Row[]): string | undefined {
  const [had, has] = [before, after].map((rows) => new Set(rows.map(({ kind, what }) => `${kind} ${what}`)));
  const [then, now] = [before, after].map((rows) => new Set(rows.map(({ object }) => object)));
  const lost = before.find(
    ({ kind, object, what }) =>
      kind !== 'demand' && !has?.has(`${kind} ${what}`) && (kind === 'offer' || now?.has(object)),
  );
  if (lost) return `live code may still use ${lost.what}`;
  const asked = after.find(
    ({ kind, object, what }) => kind === 'demand' && !had?.has(`demand ${what}`) && then?.has(object),
  );
  return asked && `live code does not know ${asked.what}, which it would have to`;
}
