import { z } from 'zod';
import { BRAND } from '../../../shared/src/brand/brand.ts';
import { isMailbox } from '../../../shared/src/contracts/backend/email-address.ts';
import { PLAIN_ADDRESS } from '../../../shared/src/lib/mailbox.ts';
import { isOneLine } from '../../../shared/src/lib/plain-text.ts';
import { mailSender } from './mail/mail.ts';
import { placeholderWeakness, secretWeakness } from './secrets/secret-weakness.ts';
import { signingKeySchema } from './secrets/token-signer.ts';

export type Environment = Record<string, string | undefined>;

const blankIsMissing = (value: unknown) => (value === '' ? undefined : value);
const optional = z.preprocess(blankIsMissing, z.string().optional());
const required = z.preprocess(blankIsMissing, z.string('is missing'));

/** Refuses a text without repeating it in the error. */
const checkedBy = (weaknessOf: (text: string) => string | null) =>
  z.string('is missing').superRefine((text, context) => {
    const weakness = weaknessOf(text);
    if (weakness !== null) context.addIssue({ code: 'custom', message: weakness });
  });
const secret = z.preprocess(blankIsMissing, checkedBy(secretWeakness));
const optionalSecret = z.preprocess(blankIsMissing, checkedBy(secretWeakness).optional());
/** A secret made by another service, which decides its length. */
const optionalForeignSecret = z.preprocess(blankIsMissing, checkedBy(placeholderWeakness).optional());

const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** An origin without a path. http only on this machine: otherwise the network could read cookies and codes. */
function originWeakness(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  const defaultPort = url?.protocol === 'https:' ? ':443' : ':80';
  if (!url || !/^https?:$/.test(url.protocol) || ![url.origin, url.origin + defaultPort].includes(text)) {
    return 'must be an origin without a path, such as https://www.corvane.example';
  }
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname)) {
    return 'must begin with https: unless it is this machine, such as http://localhost:8080';
  }
  return null;
}

/** Customers are told to reply to the address, so a header has to take it. */
const addressWeakness = (text: string) =>
  isMailbox(text) && PLAIN_ADDRESS.test(text)
    ? null
    : 'must be one mail address without letters beyond ASCII';

/** A sender with a name. Only quotes keep a comma in it from starting an address, and a parenthesis a comment. */
const NAMED_SENDER = /^(?:"(?:[^"\\]|\\.)*" *|[^",;:<>()@\\]*)<([^<>]*)>$/;

function senderWeakness(text: string): string | null {
  const [, address = text] = NAMED_SENDER.exec(text) ?? [];
  return isOneLine(text) && isMailbox(address)
    ? null
    : 'must be one mail address, alone or in angle brackets after a name';
}

const secretKeysSchema = z.string().transform((text, context) => {
  try {
    const keys = z.record(z.string(), z.string()).safeParse(JSON.parse(text));
    if (keys.success) return Object.values(keys.data);
  } catch {
    // Reported below: a parser's message would quote the keys.
  }
  context.addIssue({ code: 'custom', message: 'must be JSON such as {"default": "<key>"}' });
  return z.NEVER;
});

const environmentSchema = z
  .object({
    SUPABASE_URL: required,
    /** Either the key itself, or the form of hosted projects, `{"default": "sb_secret_…"}` in SUPABASE_SECRET_KEYS. */
    SUPABASE_SERVICE_ROLE_KEY: optionalSecret,
    SUPABASE_SECRET_KEYS: z.preprocess(
      blankIsMissing,
      secretKeysSchema.pipe(z.array(checkedBy(secretWeakness))).optional(),
    ),
    /** Signs session tokens (HS256) with the project's own JWT secret, unless SESSION_JWT_KEY is set. */
    SESSION_JWT_SECRET: optionalSecret,
    /** Signs them with ES256: a private JWK with its `kid`, whose public half the project knows. */
    SESSION_JWT_KEY: z.preprocess(blankIsMissing, signingKeySchema.optional()),
    SALES_ID_PEPPER: secret,
    /** Our edge sends it to prove that a request came through it. */
    EDGE_SECRET: secret,
    SITE_URL: z.preprocess(
      blankIsMissing,
      checkedBy(originWeakness).transform((text) => new URL(text).origin),
    ),
    TRUSTED_PROXY_HOPS: z.preprocess(blankIsMissing, z.coerce.number().int().min(1).max(10).default(1)),
    CONTACT_NOTIFY_TO: z.preprocess(
      blankIsMissing,
      checkedBy(addressWeakness).default(BRAND.mail.teamAddress),
    ),
    MAIL_FROM: z.preprocess(blankIsMissing, checkedBy(senderWeakness).default(mailSender(BRAND))),
    MAIL_TRANSPORT: z.preprocess(
      blankIsMissing,
      z.enum(['smtp', 'resend', 'test'], 'must be smtp, resend or, on this machine only, test'),
    ),
    SMTP_HOST: optional,
    SMTP_PORT: z.preprocess(blankIsMissing, z.coerce.number().int().min(1).max(65_535).default(587)),
    SMTP_USER: optional,
    SMTP_PASSWORD: optionalForeignSecret,
    RESEND_API_KEY: optionalForeignSecret,
  })
  .superRefine((env, context) => {
    const refuse = (name: string, message: string) =>
      context.addIssue({ code: 'custom', path: [name], message });
    if (!env.SESSION_JWT_KEY && !env.SESSION_JWT_SECRET)
      refuse('SESSION_JWT_SECRET', 'is missing, as SESSION_JWT_KEY is');
    if (!env.SUPABASE_SERVICE_ROLE_KEY && !env.SUPABASE_SECRET_KEYS?.length)
      refuse('SUPABASE_SERVICE_ROLE_KEY', 'is missing');
    if (env.MAIL_TRANSPORT === 'smtp' && !env.SMTP_HOST) refuse('SMTP_HOST', 'is missing');
    if (env.MAIL_TRANSPORT === 'resend' && !env.RESEND_API_KEY) refuse('RESEND_API_KEY', 'is missing');
    if (env.MAIL_TRANSPORT === 'test' && env.SITE_URL.startsWith('https:'))
      refuse('MAIL_TRANSPORT', 'must not be test when SITE_URL is https: answers would contain the codes');
    const keys = [env.SUPABASE_SERVICE_ROLE_KEY, ...(env.SUPABASE_SECRET_KEYS ?? [])];
    if ([env.SESSION_JWT_SECRET, ...keys].includes(env.SALES_ID_PEPPER))
      refuse('SALES_ID_PEPPER', 'must differ from SESSION_JWT_SECRET and from the keys of the project');
    if ([env.SALES_ID_PEPPER, env.SESSION_JWT_SECRET, ...keys].includes(env.EDGE_SECRET))
      refuse('EDGE_SECRET', 'must differ from every other secret');
  })
  .transform((env) => ({
    ...env,
    secretKeys: [
      ...(env.SUPABASE_SECRET_KEYS ?? []),
      ...(env.SUPABASE_SERVICE_ROLE_KEY ? [env.SUPABASE_SERVICE_ROLE_KEY] : []),
    ],
  }));
export type Settings = z.output<typeof environmentSchema>;

/**
 * Checks the environment of the functions (docs/operations.md lists it).
 * @throws Error naming every variable that is missing or wrong, never its value.
 */
export function readEnvironment(environment: Environment): Settings {
  const parsed = environmentSchema.safeParse(environment);
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`);
  throw new Error(`Environment of the functions: ${wrong.join('; ')}`);
}
