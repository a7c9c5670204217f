import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import postgres from 'postgres';
import type { Stage } from './stage.ts';

/** The database as its owner, to count rows. Null before its password was made. The caller ends the connection. */
export function openDatabase(stage: Stage): postgres.Sql | null {
  const file = path.join(stage.machine('backend').settings.get('KEYS') ?? '', 'database-owner-password');
  if (!existsSync(file)) return null;
  const [password = ''] = readFileSync(file, 'utf8').split('\n');
  return postgres({
    host: '127.0.0.1',
    port: stage.cluster.port,
    user: 'corvane_owner',
    database: 'corvane',
    password,
    max: 1,
    onnotice: () => undefined,
  });
}

/** One statement. @throws when the database was not made yet. */
export async function query<Row extends object>(
  stage: Stage,
  text: string,
  parameters: postgres.ParameterOrJSON<never>[] = [],
): Promise<Row[]> {
  const sql = openDatabase(stage);
  if (sql === null) throw new Error('The database has no password yet');
  return sql
    .unsafe<Row[]>(text, parameters)
    .then((rows) => [...rows])
    .finally(() => sql.end());
}
