import { z } from 'zod';
import { connectDatabase, type FunctionDatabase } from './database.ts';
import { consoleLog, type Log } from './log.ts';
import type { MailTransport } from './mail.ts';
import { resendMail } from './resend-mail.ts';
import { smtpMail } from './smtp-mail.ts';
import { sharedSecretSigner, signingKeySchema, signingKeySigner, type TokenSigner } from './token-signer.ts';

export type Environment = Record<string, string | undefined>;

/** Everything a handler reaches beyond its request, so that tests and every runtime can give it their own. */
export interface FunctionDeps {
  database: FunctionDatabase;
  mail: MailTransport;
  signer: TokenSigner;
  log: Log;
  now(): Date;
  sleep(ms: number): Promise<void>;
  config: {
    /** Origin of the site; `https:` makes cookies Secure. */
    siteUrl: string;
    salesIdPepper: string;
    /** Proxies of ours in front of the functions. */
    trustedProxyHops: number;
    contactNotifyTo: string;
    /** Keys whose holder is the project itself. */
    secretKeys: string[];
  };
}

const blankIsMissing = (value: unknown) => (value === '' ? undefined : value);
const optional = z.preprocess(blankIsMissing, z.string().optional());
const required = z.string().min(1);

const environmentSchema = z
  .object({
    SUPABASE_URL: required,
    /** Either the key itself, or as hosted projects give it, `{"default": "sb_secret_…"}` in SUPABASE_SECRET_KEYS. */
    SUPABASE_SERVICE_ROLE_KEY: optional,
    SUPABASE_SECRET_KEYS: optional,
    /** Signs sessions' tokens (HS256) with the project's own JWT secret, unless SESSION_JWT_KEY is set. */
    SESSION_JWT_SECRET: z.preprocess(blankIsMissing, z.string().min(32).optional()),
    /** Signs them with ES256: a private JWK with its `kid`, whose public half the project knows. */
    SESSION_JWT_KEY: z.preprocess(blankIsMissing, signingKeySchema.optional()),
    SALES_ID_PEPPER: z.string().min(32),
    SITE_URL: required,
    TRUSTED_PROXY_HOPS: z.preprocess(blankIsMissing, z.coerce.number().int().min(1).max(10).default(1)),
    CONTACT_NOTIFY_TO: z.preprocess(blankIsMissing, z.string().default('sales@corvane.example')),
    MAIL_FROM: z.preprocess(blankIsMissing, z.string().default('Corvane <no-reply@corvane.example>')),
    MAIL_TRANSPORT: z.preprocess(blankIsMissing, z.enum(['smtp', 'resend', 'none']).default('none')),
    SMTP_HOST: optional,
    SMTP_PORT: z.preprocess(blankIsMissing, z.coerce.number().int().min(1).max(65_535).default(587)),
    SMTP_USER: optional,
    SMTP_PASSWORD: optional,
    RESEND_API_KEY: optional,
  })
  .refine((env) => env.SESSION_JWT_KEY || env.SESSION_JWT_SECRET, {
    path: ['SESSION_JWT_SECRET'],
    message: 'needed without SESSION_JWT_KEY',
  })
  .refine((env) => env.MAIL_TRANSPORT !== 'smtp' || env.SMTP_HOST, {
    path: ['SMTP_HOST'],
    message: 'needed for MAIL_TRANSPORT=smtp',
  })
  .refine((env) => env.MAIL_TRANSPORT !== 'resend' || env.RESEND_API_KEY, {
    path: ['RESEND_API_KEY'],
    message: 'needed for MAIL_TRANSPORT=resend',
  });
type Settings = z.infer<typeof environmentSchema>;

function secretKeysOf(env: Settings): string[] {
  const named = env.SUPABASE_SECRET_KEYS
    ? Object.values(z.record(z.string(), z.string()).parse(JSON.parse(env.SUPABASE_SECRET_KEYS)))
    : [];
  return [...named, ...(env.SUPABASE_SERVICE_ROLE_KEY ? [env.SUPABASE_SERVICE_ROLE_KEY] : [])];
}

function signerOf(env: Settings): TokenSigner {
  const issuer = `${env.SUPABASE_URL}/auth/v1`;
  return env.SESSION_JWT_KEY
    ? signingKeySigner(env.SESSION_JWT_KEY, issuer)
    : sharedSecretSigner(env.SESSION_JWT_SECRET ?? '', issuer);
}

function mailOf(env: Settings): MailTransport {
  if (env.MAIL_TRANSPORT === 'smtp') {
    return smtpMail({
      host: env.SMTP_HOST ?? '',
      port: env.SMTP_PORT,
      isSecure: env.SMTP_PORT === 465,
      user: env.SMTP_USER,
      password: env.SMTP_PASSWORD,
      from: env.MAIL_FROM,
    });
  }
  if (env.MAIL_TRANSPORT === 'resend') {
    return resendMail({ apiKey: env.RESEND_API_KEY ?? '', from: env.MAIL_FROM });
  }
  return { kind: 'none', send: () => Promise.reject(new Error('No mail transport is configured')) };
}

/**
 * Builds what the handlers need from environment variables (docs/operations.md lists them).
 * @param overrides.databaseFetch reaches the database's API without a network, where both run in one process.
 * @throws Error naming every variable that is missing or wrong, never its value.
 */
export function buildDeps(
  environment: Environment,
  overrides: { databaseFetch?: typeof fetch; log?: Log } = {},
): FunctionDeps {
  const parsed = environmentSchema.safeParse(environment);
  if (!parsed.success) {
    const wrong = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`Environment of the functions: ${wrong.join('; ')}`);
  }
  const env = parsed.data;
  const secretKeys = secretKeysOf(env);
  const [databaseKey] = secretKeys;
  if (!databaseKey) throw new Error('Environment of the functions: SUPABASE_SERVICE_ROLE_KEY is missing');
  return {
    database: connectDatabase(env.SUPABASE_URL, databaseKey, {
      fetch: overrides.databaseFetch,
      timeoutMs: 10_000,
    }),
    mail: mailOf(env),
    signer: signerOf(env),
    log: overrides.log ?? consoleLog,
    now: () => new Date(),
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    config: {
      siteUrl: env.SITE_URL,
      salesIdPepper: env.SALES_ID_PEPPER,
      trustedProxyHops: env.TRUSTED_PROXY_HOPS,
      contactNotifyTo: env.CONTACT_NOTIFY_TO,
      secretKeys,
    },
  };
}
