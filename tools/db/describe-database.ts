import { spawnSync } from 'node:child_process';
import { postgresProgram } from '../machine/find-postgres.ts';
import { queryOnce } from '../postgres/connect.ts';

/** Object to its definition, as in `FUNCTION public.get_customers(…)`. */
export type DatabaseDescription = Map<string, string>;

/**
 * Roles belong to the server, so no dump of a database contains them. The superusers and the pg_ roles come with the
 * server, not from a schema or a migration.
 */
const ROLES = `
  select r.rolname as name, r.rolsuper, r.rolinherit, r.rolcreaterole, r.rolcreatedb, r.rolcanlogin, r.rolbypassrls,
    r.rolconfig, array(select m.roleid::regrole::text from pg_auth_members m where m.member = r.oid order by 1) as member_of,
    shobj_description(r.oid, 'pg_authid') as comment
  from pg_roles r where not r.rolsuper and r.rolname !~ '^pg_'`;

/**
 * Describes a database: the output of `pg_dump -s`, and the roles of its server with their settings. The order of
 * creation and of a table's columns has no effect.
 * @throws Error with pg_dump's words when it fails.
 */
export async function describeDatabase(url: string): Promise<DatabaseDescription> {
  const dump = spawnSync(postgresProgram('pg_dump'), ['-s', '-d', url], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (dump.status !== 0) throw new Error(`pg_dump failed: ${dump.stderr || dump.error?.message}`);

  const description: DatabaseDescription = new Map();
  const entries = dump.stdout.replace(/^\\(un)?restrict .*$/gm, '').split(/^--\n(?=-- Name: )/m);
  for (const entry of entries.slice(1)) {
    const [header = '', ...lines] = entry.trim().split('\n');
    const [, name = '', type = '', schema = ''] =
      /^-- Name: (.*); Type: (.*); Schema: (.*); Owner:/.exec(header) ?? [];
    // The order of grants and of columns does not matter.
    const isList = type.endsWith('ACL') || type === 'TABLE';
    const words = lines.filter((line) => line !== '--' && line !== '').map((line) => line.replace(/,$/, ''));
    const key = `${type} ${schema === '-' ? '' : `${schema}.`}${name}`;
    const body = [description.get(key) ?? '', ...(isList ? words.sort() : words)].join('\n');
    description.set(key, body);
  }

  for (const { name, ...role } of await queryOnce<{ name: string }>(url, ROLES)) {
    description.set(`ROLE ${name}`, JSON.stringify(role));
  }
  return description;
}

/** One line per object in which the two differ, in alphabetical order. Empty when they are the same. */
export function differences(migrated: DatabaseDescription, declared: DatabaseDescription): string[] {
  const objects = [...new Set([...migrated.keys(), ...declared.keys()])].sort();
  return objects.flatMap((object) => {
    const [before, after] = [migrated.get(object), declared.get(object)];
    if (before === after) return [];
    if (before === undefined)
      return [`${object}: the schemas declare it, but the migrations do not create it`];
    if (after === undefined)
      return [`${object}: the migrations create it, but the schemas do not declare it`];
    return [`${object}: differs`];
  });
}
