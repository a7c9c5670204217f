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

/** Rows of each table, and a digest of them that does not depend on their order. */
export async function tableDigests(sql: Sql): Promise<TableDigest[]> {
  // Texts of instants depend on it.
  await sql.query(`select set_config('timezone', 'UTC', false), set_config('datestyle', 'ISO', false),
    set_config('intervalstyle', 'postgres', false), set_config('extra_float_digits', '1', false)`);
  const tables = await sql.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = any ($1) and c.relkind = 'r' order by 1`,
    [OUR_SCHEMAS],
  );
  const digests: TableDigest[] = [];
  for (const { name } of tables) {
    const [row] = await sql.query<{ rows: number; digest: string }>(
      `select count(*)::int as rows, coalesce(sum(hashtextextended(t::text, 0)), 0)::text as digest from only ${name} t`,
    );
    digests.push({ name, rows: row?.rows ?? 0, digest: row?.digest ?? '0' });
  }
  return digests;
}

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
