import type { FunctionName } from '../../../shared/src/contracts/backend/calls.ts';
import type { Week } from './database/contact-calls.ts';
import type { FunctionDatabase } from './database/database.ts';
import type { LiveSession } from './database/session-calls.ts';
import type { FunctionDeps } from './deps.ts';
import type { LogEntry } from './log.ts';
import type { Mail } from './mail/mail.ts';
import { EDGE_SECRET_HEADER } from './request/caller.ts';
import { route } from './router.ts';
import { grantSession } from './secrets/session-token.ts';
import { sharedSecretSigner } from './secrets/token-signer.ts';

export const FAKE_NOW = new Date('2026-11-21T12:00:00.000Z');

/** `jsonRequest` sends it, as the edge does. */
const FAKE_EDGE_SECRET = 'e'.repeat(32);

export const FAKE_SESSION = {
  sessionId: '00000000-0000-4000-8000-00000000000e',
  sessionExpiresAt: '2026-11-21T20:00:00.000Z',
  actor: {
    kind: 'rep' as const,
    rep: { id: '00000000-0000-4000-8000-00000000000a', name: 'Rep', email: 'rep@corvane.example' },
  },
  isRepToBeMailed: false,
  repTimeZone: null,
} satisfies LiveSession;

export const FAKE_CUSTOMER_SESSION = {
  sessionId: '00000000-0000-4000-8000-00000000000f',
  sessionExpiresAt: '2026-11-23T12:00:00.000Z',
  actor: {
    kind: 'customer' as const,
    customer: {
      id: '00000000-0000-4000-8000-00000000000c',
      name: 'Ada',
      email: 'ada@engine.example',
      company: 'Engines',
      repName: 'Rep',
      repEmail: 'rep@corvane.example',
    },
  },
  isRepToBeMailed: false,
  repTimeZone: null,
} satisfies LiveSession;

/** What the database answers of a code that it has just stored. */
export const CODE_TERMS = {
  expiresAt: '2026-11-21T12:10:00.123456+00:00',
  validForSeconds: 420,
  resendAfterSeconds: 20,
  maxAttempts: 3,
};

export const QUIET_WEEK = {
  from: '2026-11-09',
  to: '2026-11-15',
  own: {
    newRequests: 0,
    openRequests: { count: 0, overdue: 0 },
    openedCount: 0,
    linksEnding: 0,
    salesCount: 0,
    salesCents: 0,
    commissionCents: 0,
    monthCents: 0,
    targetCents: null,
  },
  team: null,
} satisfies Week;

export interface FakeDeps extends FunctionDeps {
  /** Names of the database calls, in order. */
  calls: string[];
  mails: Mail[];
  entries: LogEntry[];
  /** Work that continues after the answer. */
  later: Promise<unknown>[];
}

/** Dependencies for a handler's unit test. Every database call succeeds unless `database` says otherwise. */
export function fakeDeps(
  overrides: {
    database?: Partial<FunctionDatabase>;
    mail?: Partial<FunctionDeps['mail']>;
    siteUrl?: string;
    liveSite?: FunctionDeps['liveSite'];
  } = {},
): FakeDeps {
  const calls: string[] = [];
  const mails: Mail[] = [];
  const entries: LogEntry[] = [];
  const later: Promise<unknown>[] = [];
  const database: FunctionDatabase = {
    ask: async () => ({ outcome: 'saved' }),
    beginRepSession: async () => FAKE_SESSION,
    beginCustomerSession: async () => FAKE_CUSTOMER_SESSION,
    linkEndedAt: async () => null,
    renewSession: async () => FAKE_SESSION,
    endSession: async () => true,
    startVerification: async ({ verificationId }) => ({
      outcome: 'started',
      rep: FAKE_SESSION.actor.rep,
      answer: { verificationId, ...CODE_TERMS },
    }),
    finishVerificationMail: async () => {},
    findVerificationEmail: async () => 'ada@engine.example',
    checkVerificationCode: async () => ({
      outcome: 'issued',
      countedAt: '2026-11-21T12:00:00.123456+00:00',
      name: FAKE_CUSTOMER_SESSION.actor.customer.name,
      timeZone: null,
      rep: FAKE_SESSION.actor.rep,
      answer: {
        customerId: FAKE_CUSTOMER_SESSION.actor.customer.id,
        expiresAt: '2026-11-23T12:00:00.123456+00:00',
        validForSeconds: 259_200,
      },
      mailable: true,
    }),
    extendAccess: async ({ body: { customerId } }) => ({
      answer: { customerId, expiresAt: '2026-11-23T12:00:00.123456+00:00' },
      told: {
        name: FAKE_CUSTOMER_SESSION.actor.customer.name,
        timeZone: null,
        email: FAKE_CUSTOMER_SESSION.actor.customer.email,
        rep: FAKE_SESSION.actor.rep,
        countedAt: '2026-11-21T12:00:00.123456+00:00',
        mailable: true,
      },
    }),
    giveLinkMailBack: async () => {},
    startManagerCode: async ({ codeId }) => ({
      rep: FAKE_SESSION.actor.rep,
      answer: { codeId, ...CODE_TERMS },
    }),
    finishManagerCodeMail: async () => {},
    checkManagerCode: async () => ({
      outcome: 'opened',
      answer: { managerUntil: '2026-11-21T20:00:00.123456+00:00' },
    }),
    saveContactRequest: async () => true,
    claimNotification: async () => ({ state: 'sent' }),
    finishNotification: async () => true,
    findUnsentNotifications: async () => [],
    noteWeekMails: async () => {},
    claimWorkMails: async () => [],
    weekFigures: async () => QUIET_WEEK,
    finishWorkMail: async () => {},
    noteFailedMail: async () => {},
    recordSiteEvents: async () => true,
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
  const deps: FakeDeps = {
    calls,
    mails,
    entries,
    later,
    finishLater: (work) => later.push(work(deps)),
    until: () => ({}),
    database: recorded,
    mail: {
      kind: 'smtp',
      send: async (mail) => {
        mails.push(mail);
      },
      check: async () => {},
      ...overrides.mail,
    },
    signer: sharedSecretSigner('s'.repeat(32), 'https://api.corvane.example/auth/v1'),
    log: (entry) => entries.push(entry),
    liveSite:
      overrides.liveSite ??
      (async () => ({
        pages: new Set(['/', '/pricing', '/contact']),
        versions: { host: new Set(['h1']), marketing: new Set(['m1', 'm2']) },
      })),
    now: () => FAKE_NOW,
    sleep: async () => {},
    config: {
      siteUrl: overrides.siteUrl ?? 'https://www.corvane.example',
      salesIdPepper: 'p'.repeat(32),
      trustedProxyHops: 1,
      edgeSecret: FAKE_EDGE_SECRET,
      contactNotifyTo: 'team@corvane.example',
      secretKeys: ['sb_secret_right'],
    },
  };
  return deps;
}

/** The `Authorization` header with a token in the functions' format, for the representative in `FAKE_SESSION`. */
export async function repAuthorization(
  deps: FunctionDeps,
  now: Date = FAKE_NOW,
): Promise<{ authorization: string }> {
  const { sessionToken } = await grantSession(FAKE_SESSION, deps.signer, now);
  return { authorization: `Bearer ${sessionToken}` };
}

/** A call of the list, as the function answers it. */
export function callOf(name: FunctionName) {
  return (request: Request, deps: FunctionDeps): Promise<Response> =>
    route(new Request(`https://www.corvane.example/api/${name}`, request), deps);
}

/** A POST with a JSON body, as callers send it. */
export function jsonRequest(body: unknown, headers: Record<string, string> = {}): Request {
  return new Request('https://www.corvane.example/', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      [EDGE_SECRET_HEADER]: FAKE_EDGE_SECRET,
      ...headers,
    },
    body: JSON.stringify(body),
  });
}
