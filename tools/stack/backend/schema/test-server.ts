import { embeddedPostgres } from '../../../machine/find-postgres.ts';
import { startThrowAwayPostgres } from '../../../postgres/throw-away-postgres.ts';

/**
 * For a test run: the PostgreSQL server of all its test files. Each file makes databases of its own on it.
 * `with-postgres.ts` may have started another one.
 */
export default async function startTestServer(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_DATABASE_URL !== undefined) return undefined;
  const server = await startThrowAwayPostgres(embeddedPostgres());
  process.env.TEST_DATABASE_URL = server.url;
  return async () => {
    delete process.env.TEST_DATABASE_URL;
    await server.stop();
  };
}
