import { connectDatabase, type FunctionDatabase } from './database/database.ts';
import { type Environment, readEnvironment, type Settings } from './environment.ts';
import { type LiveSite, watchLiveSite } from './live-site.ts';
import { consoleLog, type Log } from './log.ts';
import { type MailTransport, mailUntil } from './mail/mail.ts';
import { resendMail } from './mail/resend-mail.ts';
import { smtpMail } from './mail/smtp-mail.ts';
import { sharedSecretSigner, signingKeySigner, type TokenSigner } from './secrets/token-signer.ts';

/** Everything outside the request that a handler uses, so that tests and each runtime can supply their own. */
export interface FunctionDeps {
  database: FunctionDatabase;
  mail: MailTransport;
  signer: TokenSigner;
  log: Log;
  /** Which pages and versions the site has. None while the site does not answer. */
  liveSite(): Promise<LiveSite>;
  now(): Date;
  sleep(ms: number): Promise<void>;
  /** Begins work that continues after the answer, without the request's deadline. It handles its own failures. */
  finishLater(work: (deps: FunctionDeps) => Promise<unknown>): void;
  /** What replaces database and mail in a request that has to be answered by then, as `performance.now()` counts. */
  until(endsAt: number): Partial<Pick<FunctionDeps, 'database' | 'mail'>>;
  config: {
    /** Origin of the site. `https:` makes cookies Secure. */
    siteUrl: string;
    salesIdPepper: string;
    /** Proxies in front of the functions, our edge included, that add to `X-Forwarded-For`. */
    trustedProxyHops: number;
    /** Proves that a request came through our edge. */
    edgeSecret: string;
    contactNotifyTo: string;
    /** Secret keys of the project. A caller who has one acts as the project itself. */
    secretKeys: string[];
  };
}

function signerOf(env: Settings): TokenSigner {
  const issuer = `${env.SUPABASE_URL}/auth/v1`;
  return env.SESSION_JWT_KEY
    ? signingKeySigner(env.SESSION_JWT_KEY, issuer)
    : sharedSecretSigner(env.SESSION_JWT_SECRET ?? '', issuer);
}

/** The mail server of these settings. */
export function mailOf(env: Settings): MailTransport {
  if (env.MAIL_TRANSPORT === 'smtp') {
    return smtpMail({
      host: env.SMTP_HOST ?? '',
      port: env.SMTP_PORT,
      user: env.SMTP_USER,
      password: env.SMTP_PASSWORD,
      from: env.MAIL_FROM,
    });
  }
  if (env.MAIL_TRANSPORT === 'resend') {
    return resendMail({ apiKey: env.RESEND_API_KEY ?? '', from: env.MAIL_FROM });
  }
  const refuse = () => Promise.reject(new Error('Test mode sends no mail'));
  return { kind: 'test', send: refuse, check: refuse };
}

/** Hosted functions end a worker after its answer unless they know of more work. Other runtimes continue anyway. */
function hostedRuntime(): { waitUntil(work: Promise<unknown>): void } | undefined {
  return (globalThis as { EdgeRuntime?: { waitUntil(work: Promise<unknown>): void } }).EdgeRuntime;
}

/** Longest wait for an answer of the database, in milliseconds. Longer than any statement of a function may take. */
export const DATABASE_TIMEOUT_MS = 10_000;

/**
 * Builds what the handlers need from environment variables (docs/operations.md lists them).
 * @param overrides.databaseFetch reaches the database's API without a network, where both run in one process.
 * @throws Error naming every variable that is missing or wrong, never its value.
 */
export function buildDeps(
  environment: Environment,
  overrides: { databaseFetch?: typeof fetch; log?: Log } = {},
): FunctionDeps {
  const env = readEnvironment(environment);
  const [databaseKey = ''] = env.secretKeys;
  const databaseUntil = connectDatabase(env.SUPABASE_URL, databaseKey, {
    fetch: overrides.databaseFetch,
    timeoutMs: DATABASE_TIMEOUT_MS,
  });
  const mail = mailOf(env);
  const deps: FunctionDeps = {
    database: databaseUntil(),
    mail,
    until: (endsAt) => ({ database: databaseUntil(endsAt), mail: mailUntil(endsAt, mail) }),
    signer: signerOf(env),
    log: overrides.log ?? consoleLog,
    liveSite: watchLiveSite(env.SITE_URL),
    now: () => new Date(),
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    finishLater: (work) => {
      const working = work(deps);
      hostedRuntime()?.waitUntil(working);
    },
    config: {
      siteUrl: env.SITE_URL,
      salesIdPepper: env.SALES_ID_PEPPER,
      trustedProxyHops: env.TRUSTED_PROXY_HOPS,
      edgeSecret: env.EDGE_SECRET,
      contactNotifyTo: env.CONTACT_NOTIFY_TO,
      secretKeys: env.secretKeys,
    },
  };
  return deps;
}
