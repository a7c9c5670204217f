import { randomBytes } from 'node:crypto';
import postgres from 'postgres';

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/**
 * A fresh database on the server that TEST_DATABASE_URL names, so that test files can run side by side.
 * @returns null when the variable is not set: the tests then run on the embedded database.
 */
export async function createTestDatabase(): Promise<TestDatabase | null> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) return null;
  const name = `test_${randomBytes(6).toString('hex')}`;
  const run = async (statement: string) => {
    const sql = postgres(server, { max: 1, onnotice: () => undefined });
    await sql.unsafe(statement).finally(() => sql.end());
  };
  await run(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(`drop database ${name} with (force)`) };
}
