import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { EDGE_SECRET_HEADER } from '../../../supabase/functions/_shared/caller.ts';
import { StackError } from '../stack-error.ts';
import { loadSecrets } from './backend-secrets.ts';
import { lockDataDir } from './data-dir-lock.ts';
import type { Database } from './database.ts';
import { createFunctionServer } from './function-server.ts';
import { serveInbox } from './inbox.ts';
import { startMailCatcher } from './mail-catcher.ts';
import { migrate } from './migrate.ts';
import { openPglite } from './pglite-database.ts';
import { openPostgres } from './postgres-database.ts';
import { prepareDatabase } from './prepare-database.ts';
import { createRestApi } from './rest-api.ts';
import { demoAccessToken, demoSalesIds, seedDatabase, seedDemoAccess, seedDemoCredentials } from './seed.ts';

const SUPABASE_DIR = join(import.meta.dirname, '../../../supabase');

export interface BackendOptions {
  /** Holds the database, the secrets and the caught mail. Made when missing. */
  dataDir: string;
  /** Origin that browsers see, `http://localhost:8080`. */
  siteUrl: string;
  /**
   * `DATABASE_URL` (PostgreSQL instead of the embedded database), `DEMO_SALES_IDS`, `DEMO_ACCESS_TOKEN`, and what
   * the functions read. Without `MAIL_TRANSPORT`, mail goes to the inbox page.
   */
  env: Record<string, string | undefined>;
  /** Puts demonstration data and credentials in. */
  seed: boolean;
  log(line: string): void;
  /** Where migrations are read from; the repository's own unless a test brings others. */
  migrationsDir?: string;
}

export interface Backend {
  /** Serves `/rest/v1/*`, `/functions/v1/*` and `/_inbox*`. `client.ip` is the address of who is asking. */
  fetch(request: Request, client: { ip: string }): Promise<Response>;
  /** May be in every page. */
  publishableKey: string;
  /** Bypasses row-level security: tools and tests only. */
  secretKey: string;
  /** What to print for people; an empty list and an empty text when nothing was seeded. */
  demo: { salesIds: string[]; accessToken: string };
  /** Whether the database answers now. */
  healthy(): Promise<boolean>;
  /** One statement as the database's owner, past row-level security: for tests and tools. */
  sql<T>(text: string, params?: unknown[]): Promise<T[]>;
  close(): Promise<void>;
}

/** Behind the gateway there is one hop, and the address in it is ours: what the client claimed is dropped. */
function withClientAddress(request: Request, ip: string, edgeSecret: string): Request {
  const headers = new Headers(request.headers);
  for (const name of ['forwarded', 'x-real-ip']) headers.delete(name);
  headers.set('x-forwarded-for', ip);
  headers.set(EDGE_SECRET_HEADER, edgeSecret);
  return new Request(request, { headers });
}

async function openDatabase(options: BackendOptions): Promise<Database> {
  const url = options.env.DATABASE_URL;
  if (url) return openPostgres(url);
  try {
    return await openPglite(join(options.dataDir, 'database'));
  } catch (error) {
    throw new StackError(
      `The database in ${options.dataDir} cannot be opened: ${(error as Error).message}. Restore it, or start afresh with \`pnpm run reset\`.`,
    );
  }
}

/** Settings that send the functions' mail to the inbox page. */
function caughtMail(port: number): Record<string, string | undefined> {
  return { MAIL_TRANSPORT: 'smtp', SMTP_HOST: '127.0.0.1', SMTP_PORT: String(port), SMTP_USER: undefined };
}

/**
 * Starts database, API, functions and mail catcher in this process; nothing but the catcher opens a port.
 * @throws StackError with one clear line when the operator can do something about it. What was opened until then is
 *   closed again.
 */
export async function startBackend(options: BackendOptions): Promise<Backend> {
  const { dataDir, siteUrl, env } = options;
  const release = lockDataDir(dataDir);
  const open: (() => void | Promise<void>)[] = [release];
  const close = async () => {
    for (let step = open.pop(); step; step = open.pop()) await step();
  };
  try {
    const secrets = await loadSecrets(dataDir);
    const database = await openDatabase(options);
    open.push(() => database.close());
    await prepareDatabase(database);
    const applied = await migrate(database, options.migrationsDir ?? join(SUPABASE_DIR, 'migrations'));
    if (applied.length > 0) options.log(`database: applied ${applied.length} migrations`);

    const salesIds = options.seed ? demoSalesIds(env.DEMO_SALES_IDS) : [];
    const accessToken = options.seed ? demoAccessToken(env.DEMO_ACCESS_TOKEN) : '';
    if (options.seed) {
      await seedDatabase(database, join(SUPABASE_DIR, 'seed.sql'));
      await seedDemoCredentials(database, salesIds, secrets.salesIdPepper);
      await seedDemoAccess(database, accessToken);
    }

    const catcher = await startMailCatcher(join(dataDir, 'mail'));
    open.push(() => catcher.close());
    const rest = createRestApi(database, secrets);
    const edgeSecret = randomBytes(32).toString('base64url');
    const functions = createFunctionServer(
      {
        ...env,
        ...(env.MAIL_TRANSPORT ? {} : caughtMail(catcher.port)),
        SUPABASE_URL: siteUrl,
        SUPABASE_SECRET_KEYS: undefined,
        SUPABASE_SERVICE_ROLE_KEY: secrets.secretKey,
        // The embedded API checks tokens with a shared secret alone.
        SESSION_JWT_KEY: undefined,
        SESSION_JWT_SECRET: secrets.jwtSecret,
        SALES_ID_PEPPER: secrets.salesIdPepper,
        SITE_URL: siteUrl,
        TRUSTED_PROXY_HOPS: '1',
        EDGE_SECRET: edgeSecret,
      },
      {
        databaseFetch: (input, init) => rest(new Request(input, init)),
        log: (entry) => options.log(JSON.stringify(entry)),
      },
    );
    const healthy = () =>
      database.query('select 1').then(
        () => true,
        () => false,
      );

    return {
      publishableKey: secrets.publishableKey,
      secretKey: secrets.secretKey,
      demo: { salesIds, accessToken },
      healthy,
      sql: (text, params) => database.query(text, params),
      close,
      fetch: async (request, client) => {
        const { pathname } = new URL(request.url);
        if (pathname.startsWith('/rest/v1/')) return rest(withClientAddress(request, client.ip, edgeSecret));
        if (pathname.startsWith('/functions/v1/'))
          return functions(withClientAddress(request, client.ip, edgeSecret));
        if (pathname === '/_inbox' || pathname.startsWith('/_inbox/')) return serveInbox(request, catcher);
        return new Response(null, { status: 404 });
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
