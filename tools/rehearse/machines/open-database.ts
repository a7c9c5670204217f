import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Sql, withConnection } from '../../postgres/connect.ts';
import type { Stage } from './stage.ts';

/** Works in the database as its owner. Null before its password was made. */
export async function inDatabase<T>(stage: Stage, work: (sql: Sql) => Promise<T>): Promise<T | null> {
  const file = path.join(stage.machine('backend').settings.get('KEYS') ?? '', 'database-owner-password');
  if (!existsSync(file)) return null;
  const [password = ''] = readFileSync(file, 'utf8').split('\n');
  const { port } = stage.cluster;
  return withConnection(
    { host: '127.0.0.1', port, user: 'corvane_owner', database: 'corvane', password },
    work,
  );
}

/** One statement. @throws when the database was not made yet. */
export async function query<Row extends object>(
  stage: Stage,
  text: string,
  parameters: readonly unknown[] = [],
): Promise<Row[]> {
  const rows = await inDatabase(stage, (sql) => sql.query<Row>(text, parameters));
  if (rows === null) throw new Error('The database has no password yet');
  return rows;
}
