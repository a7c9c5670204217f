interface Queries {
  sql<T>(text: string, params?: unknown[]): Promise<T[]>;
}

/** Every row of every table of ours, as text, that contains one of the texts in any case: a search of a whole dump. */
export async function rowsWith(api: Queries, ...texts: string[]): Promise<string[]> {
  const tables = await api.sql<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'private')`,
  );
  const rows: string[] = [];
  for (const { name } of tables) {
    const found = await api.sql<{ row: string }>(
      `select t::text as row from ${name} t
       where exists (select from unnest($1::text[]) as sought where strpos(lower(t::text), lower(sought)) > 0)`,
      [texts],
    );
    rows.push(...found.map(({ row }) => `${name}: ${row}`));
  }
  return rows;
}
