import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { queryOnce, withConnection } from '../../../postgres/connect.ts';
import { openDatabase } from '../engine/database.ts';
import { migrate } from '../engine/migrate.ts';
import { prepareDatabase } from '../engine/start-database.ts';

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** The server of the tests. `test-server.ts` starts it. */
function testServer(): string {
  const { TEST_DATABASE_URL } = process.env;
  if (TEST_DATABASE_URL === undefined) throw new Error('TEST_DATABASE_URL names no server');
  return TEST_DATABASE_URL;
}

/** A fresh database on the server of the tests, so that test files can run side by side. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createDatabase(testServer());
}

/**
 * A fresh database as a hosted project is before its first migration, with its schema for extensions.
 * @param server URL of a PostgreSQL server, as superuser.
 */
export async function createPreparedDatabase(server: string): Promise<TestDatabase> {
  const created = await createDatabase(server);
  const database = await openDatabase(created.url);
  try {
    await database.query('create schema extensions');
    await prepareDatabase(database);
  } finally {
    await database.close();
  }
  return created;
}

/**
 * The same, owned by a role like the `postgres` of a hosted project: no superuser, but able to make roles and to pass
 * on the API's. The URL logs in as that role.
 */
export async function createHostedDatabase(server: string): Promise<TestDatabase> {
  const created = await createPreparedDatabase(server);
  const name = new URL(created.url).pathname.slice(1);
  const database = await openDatabase(created.url);
  try {
    await database.query(`
      create role ${name}_owner login password '${new URL(server).password}' createrole createdb bypassrls;
      create role authenticator login noinherit;
      grant anon, authenticated, service_role to authenticator;
      grant anon, authenticated, service_role, authenticator to ${name}_owner with admin option;
      alter database ${name} owner to ${name}_owner;
      grant usage on schema extensions, auth to ${name}_owner;
      alter default privileges for role ${name}_owner in schema public grant all on tables to anon, authenticated, service_role;
      alter default privileges for role ${name}_owner in schema public grant all on functions to anon, authenticated, service_role;
      alter default privileges for role ${name}_owner in schema public grant all on sequences to anon, authenticated, service_role;
    `);
  } finally {
    await database.close();
  }
  const url = new URL(created.url);
  url.username = `${name}_owner`;
  return { url: url.href, drop: created.drop };
}

/** The same as createPreparedDatabase, with the migrations in it. */
export async function createMigratedDatabase(server: string): Promise<TestDatabase> {
  const created = await createPreparedDatabase(server);
  const database = await openDatabase(created.url);
  try {
    await migrate(database, join(import.meta.dirname, '../../../../supabase/migrations'));
  } finally {
    await database.close();
  }
  return created;
}

/** Names the lock under which a template is made. The number itself means nothing. */
const TEMPLATE_LOCK = 7_305_118_143;

/**
 * A copy of a database that the first caller makes and fills, on the server of the tests.
 * @param fill gets the URL of the empty database, and leaves no connection open.
 */
export async function copyTestDatabase(
  template: string,
  fill: (url: string) => Promise<void>,
): Promise<TestDatabase> {
  const server = testServer();
  await withConnection(server, async (sql) => {
    await sql.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const [made] = await sql.query('select 1 from pg_database where datname = $1', [template]);
    if (made) return;
    const making = await createDatabase(server);
    await fill(making.url);
    await sql.query(`alter database ${new URL(making.url).pathname.slice(1)} rename to ${template}`);
  });
  return createDatabase(server, template);
}

async function createDatabase(server: string, template = 'template1'): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  // Half the time of the default, as long as nothing waits for the disk.
  await queryOnce(server, `create database ${name} template ${template} strategy file_copy`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: async () => {
      await queryOnce(server, `drop database ${name} with (force)`);
    },
  };
}
