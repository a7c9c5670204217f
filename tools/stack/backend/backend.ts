import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { backendPathOf } from '../../../shared/src/contracts/backend/calls.ts';
import { EDGE_SECRET_HEADER } from '../../../supabase/functions/api/request/caller.ts';
import { queryOnce } from '../../postgres/connect.ts';
import { createRestApi } from './api/rest-api.ts';
import { loadSecrets } from './data-dir/backend-secrets.ts';
import { lockDataDir } from './data-dir/data-dir-lock.ts';
import { type DemoCredentials, demoCredentials } from './engine/seed.ts';
import { startDatabase } from './engine/start-database.ts';
import { createFunctionServer } from './functions/function-server.ts';
import { serveInbox } from './mail/inbox.ts';
import { startMailCatcher } from './mail/mail-catcher.ts';

const SUPABASE_DIR = join(import.meta.dirname, '../../../supabase');

export interface BackendOptions {
  /** Holds the database, the secrets and the caught mail. Made when missing. */
  dataDir: string;
  /** Origin that browsers see, `http://localhost:8080`. */
  siteUrl: string;
  /**
   * `DATABASE_URL` (PostgreSQL instead of the embedded database), `DEMO_SALES_IDS`, `DEMO_MANAGER_ID`,
   * `DEMO_ACCESS_TOKEN`, and the variables of the functions. Without `MAIL_TRANSPORT`, mail goes to the inbox page.
   */
  env: Record<string, string | undefined>;
  /** Puts demonstration data and credentials in. */
  seed: boolean;
  log(line: string): void;
  /** The folder of the migrations: the repository's own, unless a test uses another. */
  migrationsDir?: string;
}

export interface Backend {
  /** Serves `/rest/v1/*`, `/functions/v1/*` and `/_inbox*`. `client.ip` is the address of who is asking. */
  fetch(request: Request, client: { ip: string }): Promise<Response>;
  /** May be in every page. */
  publishableKey: string;
  /** Bypasses row-level security: tools and tests only. */
  secretKey: string;
  /** The credentials to print. Empty when nothing was seeded. */
  demo: DemoCredentials;
  /** Whether the database answers a real query now. */
  healthy(): Promise<boolean>;
  /** Where the database is, as its owner: for tests and tools. */
  databaseUrl: string;
  /** Process of the embedded server, for tests and benchmarks that end it. */
  databasePid(): number | undefined;
  /** One statement as the database's owner, past row-level security: for tests and tools. */
  sql<Row>(text: string, params?: unknown[]): Promise<Row[]>;
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

/** How often mails that failed are tried again, as by the timer in production. */
const MAIL_RUN_EVERY_MS = 5 * 60_000;

/** A health check waits no longer. */
const HEALTH_TIMEOUT_MS = 5_000;

/** Whether the database answers. A connection of its own never waits for calls. */
function answers(databaseUrl: string): Promise<boolean> {
  return Promise.race([
    queryOnce(databaseUrl, 'select 1')
      .then(() => true)
      .catch(() => false),
    new Promise<boolean>((resolve) => {
      setTimeout(resolve, HEALTH_TIMEOUT_MS, false).unref();
    }),
  ]);
}

/**
 * Starts functions, mail catcher and the API in this process, and the database's server in another. Only catcher and
 * server open a port, both for this machine alone.
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
    const secrets = loadSecrets(dataDir);
    const demo = options.seed ? demoCredentials(env) : null;
    const migrationsDir = options.migrationsDir ?? join(SUPABASE_DIR, 'migrations');
    const {
      database,
      url,
      server,
      close: closeDatabase,
    } = await startDatabase({
      dataDir,
      databaseUrl: env.DATABASE_URL,
      secrets,
      migrationsDir,
      demo,
      log: options.log,
    });
    open.push(closeDatabase);
    const rest = createRestApi(database, secrets);

    const catcher = await startMailCatcher(join(dataDir, 'mail'));
    open.push(() => catcher.close());
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
    const mailRuns = setInterval(() => {
      const headers = { apikey: secrets.secretKey, 'content-type': 'application/json' };
      const address = siteUrl + backendPathOf('send-contact-notification');
      void functions(new Request(address, { method: 'POST', headers, body: '{}' }));
    }, MAIL_RUN_EVERY_MS).unref();
    open.push(() => clearInterval(mailRuns));
    /** Shared by those who ask meanwhile: a thousand of them would take every connection from the callers. */
    let check: Promise<boolean> | null = null;
    return {
      publishableKey: secrets.publishableKey,
      secretKey: secrets.secretKey,
      demo: demo ?? { salesIds: [], managerId: '', accessToken: '' },
      healthy: () => {
        check ??= answers(url).finally(() => {
          check = null;
        });
        return check;
      },
      databaseUrl: url,
      databasePid: () => server?.pid(),
      sql: (text, params) => database.query(text, params),
      close,
      fetch: async (request, client) => {
        const { pathname } = new URL(request.url);
        const passed = withClientAddress(request, client.ip, edgeSecret);
        if (pathname.startsWith('/rest/v1/')) return rest(passed);
        if (pathname.startsWith('/functions/v1/')) return functions(passed);
        if (pathname === '/_inbox' || pathname.startsWith('/_inbox/')) return serveInbox(request, catcher);
        return new Response(null, { status: 404 });
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
