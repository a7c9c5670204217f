import { ApiError } from '@corvane/shared/contracts/remote/api-error';
import type { Session } from '@corvane/shared/contracts/remote/session';
import { beforeEach, expect, test, vi } from 'vitest';
import { LAST_ACCESS_KEPT_DAYS, LAST_ACCESS_KEY } from './last-access.ts';
import { SessionStore } from './session-store.ts';
import {
  CUSTOMER,
  fakeWindow,
  grant,
  memoryStorage,
  NOW_MS,
  tenMinuteToken,
} from './session-store-fixture.ts';

const invoke = vi.fn<(name: string, body: unknown, options?: unknown) => Promise<unknown>>();
const sleep = async () => {};
let storage: Storage;
let nowMs: number;
let store: SessionStore;

beforeEach(() => {
  invoke.mockReset();
  storage = memoryStorage();
  nowMs = NOW_MS;
  store = new SessionStore({ api: { invoke }, storage, now: () => nowMs, sleep });
});

/** Whom a former customer reads about, and their own details for a request. */
const PEOPLE = {
  repName: 'Rep',
  repEmail: 'rep@corvane.example',
  customer: { name: 'Ada', email: 'ada@customer.example', company: 'Customer' },
};

test.each([
  ['right', 0],
  ['an hour ahead', 3_600_000],
  ['an hour behind', -3_600_000],
])(
  "with a clock that is %s, a customer sees the time left by the server's clock, and after the end whom to ask",
  async (_, ms) => {
    nowMs = NOW_MS + ms;
    const sessionExpiresAt = '2026-03-01T12:00:30Z';
    const token = tenMinuteToken(1);
    invoke.mockResolvedValue(
      grant({ sessionToken: token, sessionExpiresAt, actor: { kind: 'customer', customer: CUSTOMER } }),
    );
    await store.signInCustomer('token');
    expect(store.getSnapshot()).toMatchObject({ status: 'customer', sessionExpiresAt, clockAheadMs: 0 - ms });

    nowMs += 30_000;
    invoke.mockRejectedValue(new ApiError('unauthenticated', 'over', { status: 401 }));
    await store.recheck();
    expect(store.getSnapshot()).toEqual({
      status: 'anonymous',
      ended: 'customer',
      endedAccess: { endedAt: sessionExpiresAt, ...PEOPLE },
    });
  },
);

test('after an early revocation the customer learns whom to ask, but sees no end date', async () => {
  invoke.mockResolvedValue(grant({ actor: { kind: 'customer', customer: CUSTOMER } }));
  await store.signInCustomer('token');
  invoke.mockRejectedValue(new ApiError('unauthenticated', 'revoked', { status: 401 }));
  await store.recheck();
  expect(store.getSnapshot()).toMatchObject({ endedAccess: { endedAt: null, repName: 'Rep' } });
});

/** A tab that opens later, with the storage of an earlier one. */
async function opensLater(): Promise<Session> {
  const later = new SessionStore({ api: { invoke }, storage, now: () => nowMs, sleep });
  later.start(fakeWindow());
  await expect.poll(() => later.getSnapshot().status).toBe('anonymous');
  return later.getSnapshot();
}

test.each([
  ['right', 0],
  ['an hour ahead', 3_600_000],
  ['an hour behind', -3_600_000],
])(
  'with a clock that is %s, a customer who returns after the end learns that access ended and whom to ask',
  async (_, ms) => {
    nowMs = NOW_MS + ms;
    const sessionExpiresAt = '2026-03-01T12:00:30Z';
    const actor = { kind: 'customer', customer: CUSTOMER } as const;
    invoke.mockResolvedValue(grant({ sessionToken: tenMinuteToken(1), sessionExpiresAt, actor }));
    await store.signInCustomer('token');
    nowMs += 40_000;
    invoke.mockRejectedValue(new ApiError('unauthenticated', 'over', { status: 401 }));
    const endedAccess = { endedAt: sessionExpiresAt, ...PEOPLE };
    expect(await opensLater()).toEqual({ status: 'anonymous', ended: 'customer', endedAccess });
    // After another reload too.
    expect(await opensLater()).toEqual({ status: 'anonymous', endedAccess });
    nowMs += (LAST_ACCESS_KEPT_DAYS + 1) * 24 * 3_600_000;
    expect(await opensLater()).toEqual({ status: 'anonymous' });
  },
);

test('after revocation and a reload the customer sees the representative, but no end date', async () => {
  invoke.mockResolvedValue(grant({ actor: { kind: 'customer', customer: CUSTOMER } }));
  await store.signInCustomer('token');
  invoke.mockRejectedValue(new ApiError('unauthenticated', 'revoked', { status: 401 }));
  expect(await opensLater()).toMatchObject({ endedAccess: { endedAt: null, repName: 'Rep' } });
});

test('a former customer can have the browser forget who they were and whom to ask', async () => {
  invoke.mockResolvedValue(grant({ actor: { kind: 'customer', customer: CUSTOMER } }));
  await store.signInCustomer('token');
  invoke.mockRejectedValue(new ApiError('unauthenticated', 'revoked', { status: 401 }));
  await store.recheck();
  store.forgetLastAccess();
  expect(storage.getItem(LAST_ACCESS_KEY)).toBeNull();
  expect(store.getSnapshot()).toEqual({ status: 'anonymous' });
});

const NOTE = { endsAt: '2026-03-01T12:00:30Z', clockAheadMs: 0, repName: 'R', repEmail: 'r@corvane.example' };

test.each([
  ['of an earlier release', NOTE],
  ['with other details', { ...NOTE, customer: null, other: 'x' }],
])('a stored last access %s still says whom to ask', async (_, note) => {
  storage.setItem(LAST_ACCESS_KEY, JSON.stringify(note));
  nowMs = Date.parse('2026-03-01T13:00:00Z');
  const { endsAt, repName, repEmail } = NOTE;
  expect(await opensLater()).toEqual({
    status: 'anonymous',
    endedAccess: { endedAt: endsAt, repName, repEmail },
  });
});

test('a customer who signs out leaves nothing about themselves or their representative', async () => {
  invoke.mockResolvedValue(grant({ actor: { kind: 'customer', customer: CUSTOMER } }));
  await store.signInCustomer('token');
  await store.signOut();
  expect(storage.getItem(LAST_ACCESS_KEY)).toBeNull();
  expect(store.getSnapshot()).toEqual({ status: 'anonymous' });
});

test.each(['no JSON', '{}', '{"endsAt":"never","clockAheadMs":0,"repName":"R","repEmail":"r@r"}', '[1]'])(
  'a stored last access of %s is ignored',
  async (text) => {
    storage.setItem(LAST_ACCESS_KEY, text);
    expect(await opensLater()).toEqual({ status: 'anonymous' });
  },
);
