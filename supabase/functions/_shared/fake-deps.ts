import type { FunctionDatabase, LiveSession } from './database.ts';
import type { FunctionDeps } from './deps.ts';
import type { LogEntry } from './log.ts';
import type { Mail } from './mail.ts';

export const FAKE_NOW = new Date('2026-11-21T12:00:00.000Z');

export const FAKE_SESSION: LiveSession = {
  kind: 'rep',
  session_id: '00000000-0000-4000-8000-00000000000e',
  session_expires_at: '2026-11-21T20:00:00.000Z',
  rep: { id: '00000000-0000-4000-8000-00000000000a', name: 'Rep', email: 'rep@corvane.example' },
};

export interface FakeDeps extends FunctionDeps {
  /** Names of the database calls made, in order. */
  calls: string[];
  mails: Mail[];
  entries: LogEntry[];
}

/** Dependencies for a handler's unit test: every database call succeeds unless `database` says otherwise. */
export function fakeDeps(
  overrides: {
    database?: Partial<FunctionDatabase>;
    mail?: Partial<FunctionDeps['mail']>;
    siteUrl?: string;
  } = {},
): FakeDeps {
  const calls: string[] = [];
  const mails: Mail[] = [];
  const entries: LogEntry[] = [];
  const database: FunctionDatabase = {
    takeAttempt: async () => ({ allowed: true, retry_after_seconds: 60 }),
    giveBackAttempt: async () => {},
    beginRepSession: async () => FAKE_SESSION,
    renewSession: async () => FAKE_SESSION,
    endSession: async () => true,
    saveSubmission: async () => true,
    claimNotification: async () => ({ state: 'sent' }),
    finishNotification: async () => {},
    ...overrides.database,
  };
  const recorded = new Proxy(database, {
    get: (target, name, receiver) => {
      const method = Reflect.get(target, name, receiver);
      return (...args: unknown[]) => {
        calls.push(String(name));
        return method(...args);
      };
    },
  });
  return {
    calls,
    mails,
    entries,
    database: recorded,
    mail: {
      kind: 'smtp',
      send: async (mail) => {
        mails.push(mail);
      },
      ...overrides.mail,
    },
    signer: {
      secret: new TextEncoder().encode('s'.repeat(32)),
      issuer: 'https://api.corvane.example/auth/v1',
    },
    log: (entry) => entries.push(entry),
    now: () => FAKE_NOW,
    sleep: async () => {},
    config: {
      siteUrl: overrides.siteUrl ?? 'https://www.corvane.example',
      salesIdPepper: 'p'.repeat(32),
      trustedProxyHops: 1,
      contactNotifyTo: 'team@corvane.example',
      secretKeys: ['sb_secret_right'],
    },
  };
}

/** A POST of JSON, as the handlers take it. */
export function jsonRequest(body: unknown, headers: Record<string, string> = {}): Request {
  return new Request('https://www.corvane.example/functions/v1/name', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}
