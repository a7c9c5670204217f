import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { EDGE_SECRET_HEADER } from '../../../supabase/functions/_shared/request/caller.ts';
import { networkOf } from '../../../supabase/functions/_shared/request/network-of.ts';
import { type BackendSecrets, loadSecrets } from './data-dir/backend-secrets.ts';
import { lockDataDir } from './data-dir/data-dir-lock.ts';
import { demoAccessToken, demoSalesIds } from './engine/seed.ts';
import { createFunctionServer } from './functions/function-server.ts';
import { serveInbox } from './mail/inbox.ts';
import { startMailCatcher } from './mail/mail-catcher.ts';
import { fetchFromDatabase } from './process/database-api.ts';
import { DATABASE_LIMITS, type DatabaseLimits, LATER_MS } from './process/database-limits.ts';
import { SupervisedDatabase } from './process/supervised-database.ts';

const SUPABASE_DIR = join(import.meta.dirname, '../../../supabase');

export interface BackendOptions {
  /** Holds the database, the secrets and the caught mail. Made when missing. */
  dataDir: string;
  /** Origin that browsers see, `http://localhost:8080`. */
  siteUrl: string;
  /**
   * `DATABASE_URL` (PostgreSQL instead of the embedded database), `DEMO_SALES_IDS`, `DEMO_ACCESS_TOKEN`, and the
   * variables of the functions. Without `MAIL_TRANSPORT`, mail goes to the inbox page.
   */
  env: Record<string, string | undefined>;
  /** Puts demonstration data and credentials in. */
  seed: boolean;
  log(line: string): void;
  /** The folder of the migrations: the repository's own, unless a test uses another. */
  migrationsDir?: string;
  /**
   * What the API read of the same embedded database before, from `databaseSchema`. Without it, the schema is read,
   * which takes most of a start.
   */
  schema?: string | null;
  /** Tests that call the backend without an edge in front may send more at once than visitors can. */
  limits?: Partial<DatabaseLimits>;
}

export interface Backend {
  /** Serves `/rest/v1/*`, `/functions/v1/*` and `/_inbox*`. `client.ip` is the address of who is asking. */
  fetch(request: Request, client: { ip: string }): Promise<Response>;
  /** May be in every page. */
  publishableKey: string;
  /** Bypasses row-level security: tools and tests only. */
  secretKey: string;
  /** The credentials to print. An empty list and an empty text when nothing was seeded. */
  demo: { salesIds: string[]; accessToken: string };
  /** Whether the database answers a real query now. */
  healthy(): Promise<boolean>;
  /** Process of the database, for tests and benchmarks that end it. */
  databasePid(): number | undefined;
  /** For tests: the process that waits to take over. */
  spareDatabasePid(): number | undefined;
  /** Ends that process. The next one reads the list of procedures again. */
  restartDatabase(): void;
  /** What the API read of the embedded database's schema, as JSON. Null on PostgreSQL. */
  databaseSchema(): string | null;
  /** One statement as the database's owner, past row-level security: for tests and tools. */
  sql<T>(text: string, params?: unknown[]): Promise<T[]>;
  close(): Promise<void>;
}

/** Behind the gateway there is one hop, and its address is ours: the gateway drops the client's claim. */
function withClientAddress(request: Request, ip: string, edgeSecret: string): Request {
  const headers = new Headers(request.headers);
  for (const name of ['forwarded', 'x-real-ip']) headers.delete(name);
  headers.set('x-forwarded-for', ip);
  headers.set(EDGE_SECRET_HEADER, edgeSecret);
  return new Request(request, { headers });
}

/** Settings that send the functions' mail to the inbox page. */
function caughtMail(port: number): Record<string, string | undefined> {
  return { MAIL_TRANSPORT: 'smtp', SMTP_HOST: '127.0.0.1', SMTP_PORT: String(port), SMTP_USER: undefined };
}

/** Anyone with the secret key is an operator. */
function isOperator(request: Request, { secretKey }: BackendSecrets): boolean {
  return [request.headers.get('apikey'), request.headers.get('authorization')].some((sent) =>
    [secretKey, `Bearer ${secretKey}`].includes(sent ?? ''),
  );
}

/**
 * Starts functions and mail catcher in this process, and the database with its API in another. So pages are served no
 * matter what the database does. Only the catcher opens a port.
 * @throws UserError with one clear line when the operator can fix the cause. Everything opened by then is closed
 *   again.
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
    const demo = options.seed
      ? { salesIds: demoSalesIds(env.DEMO_SALES_IDS), accessToken: demoAccessToken(env.DEMO_ACCESS_TOKEN) }
      : null;
    const migrationsDir = options.migrationsDir ?? join(SUPABASE_DIR, 'migrations');
    const limits = { ...DATABASE_LIMITS, ...options.limits };
    const database = await SupervisedDatabase.start(
      {
        dataDir,
        databaseUrl: env.DATABASE_URL,
        secrets,
        prepare: { migrationsDir, demo },
        schema: options.schema ?? null,
      },
      limits,
      options.log,
    );
    open.push(() => database.close());

    const catcher = await startMailCatcher(join(dataDir, 'mail'));
    open.push(() => catcher.close());
    const edgeSecret = randomBytes(32).toString('base64url');
    const callers = new AsyncLocalStorage<string>();
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
        // A function that has started runs to its end, even if its caller leaves. The signal is the function's own.
        databaseFetch: (input, init) => {
          const request = new Request(input, init);
          return fetchFromDatabase(database, request, {
            caller: callers.getStore() ?? 'functions',
            signal: request.signal,
          });
        },
        databaseTimeoutMs: limits.waitMs + LATER_MS,
        log: (entry) => options.log(JSON.stringify(entry)),
      },
    );
    return {
      publishableKey: secrets.publishableKey,
      secretKey: secrets.secretKey,
      demo: demo ?? { salesIds: [], accessToken: '' },
      healthy: () => database.healthy(),
      databasePid: () => database.pid,
      spareDatabasePid: () => database.sparePid,
      restartDatabase: () => database.restart(),
      databaseSchema: () => database.schema,
      sql: (text, params) => database.sql(text, params),
      close,
      fetch: async (request, client) => {
        const { pathname } = new URL(request.url);
        if (pathname.startsWith('/rest/v1/')) {
          return fetchFromDatabase(database, withClientAddress(request, client.ip, edgeSecret), {
            caller: networkOf(client.ip),
            isTrusted: isOperator(request, secrets),
            signal: request.signal,
          });
        }
        if (pathname.startsWith('/functions/v1/')) {
          return callers.run(networkOf(client.ip), () =>
            functions(withClientAddress(request, client.ip, edgeSecret)),
          );
        }
        if (pathname === '/_inbox' || pathname.startsWith('/_inbox/')) return serveInbox(request, catcher);
        return new Response(null, { status: 404 });
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
