import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { vi } from 'vitest';
import type { SessionGrant } from '../../../shared/src/contracts/backend/sign-in/auth.ts';
import { type Backend, type BackendOptions, startBackend } from '../../../tools/stack/backend/backend.ts';
import { seededDatabase } from './database-template.ts';

/** Starting a database process takes a while on a busy machine. */
const PATIENCE = { timeout: 60_000 };

export const SITE_URL = 'http://localhost:8080';

interface CallOptions {
  method?: string;
  /** Sent as JSON. A string is sent unchanged. */
  body?: unknown;
  /** API token of a session. */
  token?: string;
  /** API key. The publishable one when not given, none when null. */
  key?: string | null;
  ip?: string;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of many shapes
  body: any;
  text: string;
}

export interface TestBackend {
  backend: Backend;
  dataDir: string;
  /** Lines that the backend logged. */
  log: string[];
  call(path: string, options?: CallOptions): Promise<Answer>;
  rpc(name: string, args?: unknown, token?: string): Promise<Answer>;
  sql: Backend['sql'];
  /** Signs a token as the functions do, with claims of the test's choosing. */
  signToken(
    claims: { sub: string; session_id?: string; role?: string },
    options?: { secret?: string; expiresAt?: number },
  ): Promise<string>;
  signIn(salesId: string, ip?: string): Promise<{ grant: SessionGrant; cookie: string }>;
  /** The same for a customer with an access token. */
  openLink(token: string, ip?: string): Promise<{ grant: SessionGrant; cookie: string }>;
  /** Ends the database process and waits for the next, which reads the list of procedures again. */
  restartDatabase(): Promise<void>;
  close(): Promise<void>;
}

/** The whole backend in its own directory, on PGlite, or on PostgreSQL when TEST_DATABASE_URL is set. */
export async function startTestBackend(
  env: Record<string, string | undefined> = {},
  limits: BackendOptions['limits'] = {},
): Promise<TestBackend> {
  const dataDir = mkdtempSync(join(tmpdir(), 'corvane-backend-'));
  const database = await seededDatabase(dataDir);
  const log: string[] = [];
  const backend = await startBackend({
    dataDir,
    siteUrl: SITE_URL,
    env: { DATABASE_URL: database.url, ...env },
    seed: true,
    schema: database.schema,
    log: (line) => log.push(line),
    // Tests are their own edge: some send a thousand calls at once, from one address.
    limits: {
      maxWaiting: 100_000,
      maxPerCaller: 100_000,
      maxRunningPerCaller: 100_000,
      waitMs: 170_000,
      ...limits,
    },
  });
  const { jwtSecret } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'));

  const call = async (path: string, options: CallOptions = {}): Promise<Answer> => {
    const { body, key = backend.publishableKey, token, ip = '203.0.113.1' } = options;
    const response = await backend.fetch(
      new Request(`${SITE_URL}${path}`, {
        method: options.method ?? (body === undefined ? 'GET' : 'POST'),
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(key === null ? {} : { apikey: key }),
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...options.headers,
        },
        body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
      }),
      { ip },
    );
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson && text ? JSON.parse(text) : null,
    };
  };

  const signIn = async (name: string, body: unknown, ip?: string) => {
    const answer = await call(`/functions/v1/${name}`, { body, ip });
    if (answer.status !== 200) throw new Error(`${name} answered ${answer.status}: ${answer.text}`);
    const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    return { grant: answer.body as SessionGrant, cookie };
  };

  return {
    backend,
    dataDir,
    log,
    call,
    sql: backend.sql,
    rpc: (name, args = {}, token) => call(`/rest/v1/rpc/${name}`, { body: args, token }),
    signToken: ({ role = 'authenticated', ...claims }, { secret = jwtSecret, expiresAt } = {}) =>
      new SignJWT({ role, ...claims })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setAudience('authenticated')
        .setIssuer(`${SITE_URL}/auth/v1`)
        .setIssuedAt(Math.floor(Date.now() / 1000) - 60)
        .setExpirationTime(expiresAt ?? Math.floor(Date.now() / 1000) + 600)
        .sign(new TextEncoder().encode(secret)),
    signIn: (salesId, ip) => signIn('sign-in-rep', { salesId }, ip),
    openLink: (token, ip) => signIn('sign-in-customer', { token }, ip),
    restartDatabase: async () => {
      const before = backend.databasePid();
      backend.restartDatabase();
      await vi.waitUntil(() => backend.databasePid() !== before, PATIENCE);
      await vi.waitUntil(() => backend.healthy(), PATIENCE);
    },
    close: async () => {
      await backend.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
