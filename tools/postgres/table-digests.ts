import { counted, formatCount } from '../../shared/src/lib/counted.ts';
import type { Sql } from './connect.ts';

/** Everything else of a hosted project is the platform's. */
export const OUR_SCHEMAS = ['public', 'private', 'supabase_migrations'] as const;

interface TableDigest {
  /** With its schema. */
  name: string;
  rows: number;
  digest: string;
}

/** Texts of instants depend on it. */
export const DIGEST_SETTINGS = `select set_config('timezone', 'UTC', false), set_config('datestyle', 'ISO', false),
  set_config('intervalstyle', 'postgres', false), set_config('extra_float_digits', '1', false)`;

/** The statements of all tables: rows of one, and a digest of them that does not depend on their order. */
export const DIGEST_STATEMENTS = `select format(
    'select %1$L as name, count(*)::int as rows, coalesce(sum(hashtextextended(t::text, 0)), 0)::text as digest from only %1$s t',
    format('%I.%I', n.nspname, c.relname)
  ) as statement
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in (${OUR_SCHEMAS.map((name) => `'${name}'`).join(', ')}) and c.relkind = 'r' order by 1`;

export async function tableDigests(sql: Sql): Promise<TableDigest[]> {
  await sql.query(DIGEST_SETTINGS);
  const digests: TableDigest[] = [];
  for (const { statement } of await sql.query<{ statement: string }>(DIGEST_STATEMENTS))
    digests.push(...(await sql.query<TableDigest>(statement)));
  return digests;
}

/** Of what psql says to these statements, in lines such as `public.plans|5|1739`. */
export const digestsIn = (said: string): TableDigest[] =>
  [...said.matchAll(/^(.+)\|(\d+)\|(-?\d+)$/gm)].map(([, name = '', rows = '', digest = '']) => ({
    name,
    rows: Number(rows),
    digest,
  }));

/** Tables that differ, each with a sentence. Empty when all rows are the same. */
export function digestDifferences(expected: readonly TableDigest[], found: readonly TableDigest[]): string[] {
  return [...new Set([...expected, ...found].map(({ name }) => name))].flatMap((name) => {
    const [one, other] = [expected, found].map((tables) => tables.find((table) => table.name === name));
    if (one === undefined || other === undefined) return [`${name} is missing on one side`];
    if (one.rows !== other.rows)
      return [`${name} has ${counted(other.rows, 'row')}, not ${formatCount(one.rows)}`];
    return one.digest === other.digest ? [] : [`${name} has other rows`];
  });
}
