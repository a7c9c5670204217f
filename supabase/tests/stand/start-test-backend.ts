import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import {
  backendPathOf,
  CALLS,
  type Call,
  type CallName,
  pathOf,
} from '../../../shared/src/contracts/backend/calls.ts';
import type { SessionGrant } from '../../../shared/src/contracts/backend/sign-in/auth.ts';
import { type Backend, startBackend } from '../../../tools/stack/backend/backend.ts';
import type { TestDatabase } from '../../../tools/stack/backend/schema/test-database.ts';
import { seededDatabase } from './database-template.ts';

export const SITE_URL = 'http://localhost:8080';

/** By path. Each answer of a test is read with them, so the tests also show that the list tells the truth. */
const LISTED = new Map(
  Object.entries<Call>(CALLS).map(([name, { answer }]) => [
    pathOf(name as CallName),
    { backendPath: backendPathOf(name as CallName), answer },
  ]),
);

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
  /** @param path as browsers write it: the edge's part is done here */
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
  close(): Promise<void>;
}

/**
 * The whole backend in its own directory, with a database of its own on the server of the tests.
 * @param other another database, which gets the migrations of another folder
 */
export async function startTestBackend(
  env: Record<string, string | undefined> = {},
  other?: { database: TestDatabase; migrationsDir: string },
): Promise<TestBackend> {
  const dataDir = mkdtempSync(join(tmpdir(), 'corvane-backend-'));
  const database = other?.database ?? (await seededDatabase());
  const log: string[] = [];
  const backend = await startBackend({
    dataDir,
    siteUrl: SITE_URL,
    env: { DATABASE_URL: database.url, ...env },
    seed: true,
    ...(other && { migrationsDir: other.migrationsDir }),
    log: (line) => log.push(line),
  });
  const { jwtSecret } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8'));

  const call = async (path: string, options: CallOptions = {}): Promise<Answer> => {
    const { body, key = backend.publishableKey, token, ip = '203.0.113.1' } = options;
    const url = new URL(path, SITE_URL);
    const listed = LISTED.get(url.pathname);
    if (listed !== undefined) url.pathname = listed.backendPath;
    const response = await backend.fetch(
      new Request(url, {
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
    const answer = isJson && text ? JSON.parse(text) : null;
    if (response.status === 200) listed?.answer.parse(answer);
    return { status: response.status, headers: response.headers, text, body: answer };
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
    close: async () => {
      await backend.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
