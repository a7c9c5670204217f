import { ApiError } from '@corvane/shared/contracts/remote/api-error';
import type { Session } from '@corvane/shared/contracts/remote/session';
import { beforeEach, expect, test, vi } from 'vitest';
import { SIGN_OUT_PENDING_KEY } from './pending-sign-out.ts';
import { CUSTOMER_SESSION_KEY, SALES_SESSION_KEY } from './session-storage.ts';
import { SessionStore } from './session-store.ts';
import {
  CUSTOMER,
  fakeWindow,
  grant,
  memoryStorage,
  NOW_MS,
  REP,
  tenMinuteToken,
} from './session-store-fixture.ts';

const invoke = vi.fn<(name: string, body: unknown, options?: unknown) => Promise<unknown>>();
const sleep = vi.fn<(ms: number) => Promise<void>>();
let storage: Storage;
let nowMs: number;
let store: SessionStore;

beforeEach(() => {
  invoke.mockReset();
  sleep.mockReset().mockResolvedValue();
  storage = memoryStorage();
  nowMs = NOW_MS;
  store = new SessionStore({ api: { invoke }, storage, now: () => nowMs, sleep });
});

test('signing in stores the fields of the specification, and no secret', async () => {
  invoke.mockResolvedValue(grant());
  await store.signInRep('SOME-ID');
  expect(store.getSnapshot()).toMatchObject({ status: 'rep', rep: REP });
  expect(JSON.parse(storage.getItem(SALES_SESSION_KEY) ?? '')).toEqual({
    salesRepId: REP.id,
    sessionId: grant().sessionId,
    timestamp: NOW_MS,
  });
  expect(await store.sessionToken()).toBe('jwt-1');
});

test('a refused sign-in changes nothing', async () => {
  invoke.mockRejectedValue(new ApiError('unauthenticated', 'no', { status: 401 }));
  await expect(store.signInRep('WRONG')).rejects.toMatchObject({ code: 'unauthenticated' });
  expect(store.getSnapshot().status).toBe('restoring');
  expect(storage.getItem(SALES_SESSION_KEY)).toBeNull();
});

test('an answer that is not a grant is refused, and logged without its content', async () => {
  const logged = vi.spyOn(console, 'warn').mockImplementation(() => {});
  invoke.mockResolvedValue({ sessionToken: 'x' });
  await expect(store.signInRep('ID')).rejects.toMatchObject({ code: 'unavailable' });
  expect(logged.mock.calls).toEqual([['The answer for sign-in-rep is invalid']]);
  logged.mockRestore();
});

test('without a stored session the server is not asked', async () => {
  store.start(fakeWindow());
  await expect.poll(() => store.getSnapshot().status).toBe('anonymous');
  expect(invoke).not.toHaveBeenCalled();
});

function storeSession() {
  storage.setItem(
    SALES_SESSION_KEY,
    JSON.stringify({ salesRepId: REP.id, sessionId: grant().sessionId, timestamp: 1 }),
  );
}

test('a stored session is restored through the server', async () => {
  storeSession();
  invoke.mockResolvedValue(grant());
  store.start(fakeWindow());
  expect(store.getSnapshot().status).toBe('restoring');
  await expect.poll(() => store.getSnapshot().status).toBe('rep');
  expect(invoke.mock.calls[0]?.slice(0, 2)).toEqual(['renew-session', {}]);
});

test('a stored session that the server no longer knows is deleted, and a message says so', async () => {
  storeSession();
  invoke.mockRejectedValue(new ApiError('unauthenticated', 'gone', { status: 401 }));
  store.start(fakeWindow());
  await expect.poll(() => store.getSnapshot().status).toBe('anonymous');
  expect(storage.getItem(SALES_SESSION_KEY)).toBeNull();
  expect(store.getSnapshot()).toEqual({ status: 'anonymous', ended: 'rep' });
});

const AWAY = new ApiError('network', 'away');
const pauses = () => sleep.mock.calls.map(([ms]) => ms);

/** The first pauses end at once. The next pause ends only on request. */
function pauseForEverAfter(count: number): void {
  sleep.mockImplementation(() => (pauses().length > count ? new Promise(() => {}) : Promise.resolve()));
}

function retryOf(session: Session): () => void {
  if (session.status !== 'restoring' || session.retry === undefined) throw new Error('nothing to retry');
  return session.retry;
}

test('while the server is unreachable, the session stays in `restoring`, is retried automatically, and can be retried by hand', async () => {
  storeSession();
  invoke.mockRejectedValue(AWAY);
  pauseForEverAfter(9);
  store.start(fakeWindow());
  await expect
    .poll(() => pauses())
    .toEqual([200, 400, 800, 1600, 3200, 6400, 12_800, 25_600, 30_000, 30_000]);
  expect(storage.getItem(SALES_SESSION_KEY)).not.toBeNull();

  invoke.mockResolvedValue(grant());
  retryOf(store.getSnapshot())();
  await expect.poll(() => store.getSnapshot().status).toBe('rep');
});

test('the person sees a message after the first late answer, not after five', async () => {
  storeSession();
  invoke.mockImplementation(async () => {
    nowMs += 4_000;
    throw new ApiError('unavailable', 'no answer in time');
  });
  pauseForEverAfter(0);
  store.start(fakeWindow());
  await expect.poll(() => store.getSnapshot()).toHaveProperty('retry');
  expect(invoke.mock.calls).toEqual([['renew-session', {}, { timeoutMs: 4_000 }]]);
});

test.each(['online', 'visibilitychange'])('%s restores a waiting session at once', async (event) => {
  storeSession();
  invoke.mockRejectedValue(AWAY);
  pauseForEverAfter(4);
  const target = fakeWindow();
  store.start(target);
  await expect.poll(() => store.getSnapshot()).toHaveProperty('retry');
  invoke.mockResolvedValue(grant());
  (event === 'online' ? target : target.document).dispatchEvent(new Event(event));
  await expect.poll(() => store.getSnapshot().status).toBe('rep');
});

test('signing out in another tab ends the retries', async () => {
  storeSession();
  invoke.mockRejectedValue(AWAY);
  pauseForEverAfter(4);
  const target = fakeWindow();
  store.start(target);
  await expect.poll(() => store.getSnapshot()).toHaveProperty('retry');
  const retry = retryOf(store.getSnapshot());
  storage.removeItem(SALES_SESSION_KEY);
  target.dispatchEvent(Object.assign(new Event('storage'), { key: SALES_SESSION_KEY }));
  expect(store.getSnapshot()).toEqual({ status: 'anonymous' });
  invoke.mockClear();
  retry();
  await Promise.resolve();
  expect(invoke).not.toHaveBeenCalled();
});

test('a live session survives an unreachable server, and the next check renews it', async () => {
  invoke.mockResolvedValue(grant());
  await store.signInRep('ID');
  invoke.mockRejectedValue(AWAY);
  nowMs = Date.parse('2026-03-01T12:09:00Z');
  await store.check();
  expect(pauses()).toEqual([200, 400, 800, 1600]);
  expect(store.getSnapshot().status).toBe('rep');
});

test('the session token is renewed with 90 s or less to live, not before', async () => {
  invoke.mockResolvedValue(grant());
  await store.signInRep('ID');
  invoke.mockClear().mockResolvedValue(grant({ sessionToken: 'jwt-2', expiresAt: '2026-03-01T12:20:00Z' }));
  nowMs = Date.parse('2026-03-01T12:08:29Z');
  await store.check();
  expect(invoke).not.toHaveBeenCalled();
  nowMs = Date.parse('2026-03-01T12:08:30Z');
  await store.check();
  expect(invoke).toHaveBeenCalledOnce();
  expect(await store.sessionToken()).toBe('jwt-2');
});

test('a token that ended while the tab slept is renewed before use, once for all callers', async () => {
  invoke.mockResolvedValue(grant());
  await store.signInRep('ID');
  invoke.mockClear().mockResolvedValue(grant({ sessionToken: 'jwt-2', expiresAt: '2026-03-01T13:10:00Z' }));
  nowMs = Date.parse('2026-03-01T13:00:00Z');
  expect(await Promise.all([store.sessionToken(), store.sessionToken()])).toEqual(['jwt-2', 'jwt-2']);
  expect(invoke).toHaveBeenCalledOnce();
});

test('a page that wakes with an expired token stays in place while the token is renewed', async () => {
  invoke.mockResolvedValue(grant());
  await store.signInRep('ID');
  const seen: Session['status'][] = [];
  store.subscribe(() => seen.push(store.getSnapshot().status));
  invoke.mockResolvedValue(grant({ sessionToken: 'jwt-2', expiresAt: '2026-03-01T13:10:00Z' }));
  nowMs = Date.parse('2026-03-01T13:00:00Z');
  await store.check();
  expect(await store.sessionToken()).toBe('jwt-2');
  expect(seen).toEqual(['rep']);
});

test('a customer signs in with a token, and is restored like a rep', async () => {
  invoke.mockResolvedValue(grant({ actor: { kind: 'customer', customer: CUSTOMER } }));
  await store.signInCustomer('token');
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  expect(invoke.mock.calls[0]?.slice(0, 2)).toEqual(['sign-in-customer', { token: 'token', timeZone }]);
  expect(store.getSnapshot()).toMatchObject({ status: 'customer', customer: CUSTOMER });
  expect(JSON.parse(storage.getItem(CUSTOMER_SESSION_KEY) ?? '')).toEqual({
    leadId: CUSTOMER.id,
    timestamp: NOW_MS,
  });

  const nextPage = new SessionStore({ api: { invoke }, storage, now: () => nowMs, sleep });
  nextPage.start(fakeWindow());
  await expect.poll(() => nextPage.getSnapshot().status).toBe('customer');
});

test('signing out ends the session here at once and tells the server', async () => {
  invoke.mockResolvedValue(grant());
  await store.signInRep('ID');
  invoke.mockResolvedValue({ signedOut: true });
  const done = store.signOut();
  expect(store.getSnapshot().status).toBe('anonymous');
  expect(await store.sessionToken()).toBeNull();
  expect(storage.getItem(SALES_SESSION_KEY)).toBeNull();
  await done;
  expect(invoke).toHaveBeenLastCalledWith('sign-out', {});
  expect(store.getSnapshot()).toEqual({ status: 'anonymous' });
});

test('signing out in another tab signs this one out', async () => {
  invoke.mockResolvedValue(grant());
  const target = fakeWindow();
  storeSession();
  store.start(target);
  await expect.poll(() => store.getSnapshot().status).toBe('rep');
  storage.removeItem(SALES_SESSION_KEY);
  target.dispatchEvent(Object.assign(new Event('storage'), { key: SALES_SESSION_KEY }));
  await expect.poll(() => store.getSnapshot().status).toBe('anonymous');
});

test.each([
  ['an hour ahead', 3_600_000],
  ['an hour behind', -3_600_000],
])('with a clock %s the token is renewed shortly before it expires', async (_, ms) => {
  nowMs = NOW_MS + ms;
  invoke.mockResolvedValue(grant({ sessionToken: tenMinuteToken(1) }));
  await store.signInRep('ID');
  invoke.mockClear().mockResolvedValue(grant({ sessionToken: tenMinuteToken(2) }));
  nowMs += 500_000;
  await store.check();
  expect(await store.sessionToken()).toBe(tenMinuteToken(1));
  expect(invoke).not.toHaveBeenCalled();
  nowMs += 10_000;
  await store.check();
  expect(await store.sessionToken()).toBe(tenMinuteToken(2));
  expect(invoke).toHaveBeenCalledOnce();
});

test('setting the clock back during a session causes one renewal, and the session continues', async () => {
  invoke.mockResolvedValue(grant({ sessionToken: tenMinuteToken(1) }));
  await store.signInRep('ID');
  invoke.mockClear();
  nowMs -= 3_600_000;
  for (let call = 0; call < 3; call++) await store.sessionToken();
  await store.check();
  expect(invoke).toHaveBeenCalledOnce();
  expect(store.getSnapshot().status).toBe('rep');
});

/** A test decides when the answer to the renewal arrives. */
function heldRenewal() {
  let resolve: (answer: unknown) => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<unknown>((...settle) => {
    [resolve, reject] = settle;
  });
  invoke.mockImplementation((name) => (name === 'renew-session' ? promise : Promise.resolve({})));
  return { resolve, reject };
}

test("a late renewal does not undo another tab's sign-out that this tab has not noticed yet", async () => {
  invoke.mockResolvedValue(grant());
  await store.signInRep('ID');
  const { resolve } = heldRenewal();
  const renewed = store.recheck();
  storage.setItem(SIGN_OUT_PENDING_KEY, '1');
  storage.removeItem(SALES_SESSION_KEY);
  resolve(grant({ sessionToken: 'jwt-2' }));
  await renewed;
  expect(store.getSnapshot()).toEqual({ status: 'anonymous' });
  expect(storage.getItem(SALES_SESSION_KEY)).toBeNull();
  expect(await store.sessionToken()).toBeNull();
});

test('a late renewal does not undo a sign-out in this tab', async () => {
  invoke.mockResolvedValue(grant());
  await store.signInRep('ID');
  const { resolve } = heldRenewal();
  const renewed = store.recheck();
  await store.signOut();
  resolve(grant());
  await renewed;
  expect(store.getSnapshot()).toEqual({ status: 'anonymous' });
  expect(storage.getItem(SALES_SESSION_KEY)).toBeNull();
});

test('a late refusal does not end a session that another tab has begun since', async () => {
  invoke.mockResolvedValue(grant());
  await store.signInRep('ID');
  const { reject } = heldRenewal();
  const renewed = store.recheck();
  const newer = { salesRepId: REP.id, sessionId: '0198c0de-0000-7000-8000-000000000009', timestamp: 2 };
  storage.setItem(SALES_SESSION_KEY, JSON.stringify(newer));
  invoke.mockResolvedValue(grant({ sessionId: newer.sessionId }));
  reject(new ApiError('unauthenticated', 'old', { status: 401 }));
  await renewed;
  expect(store.getSnapshot()).toMatchObject({ status: 'rep', sessionId: newer.sessionId });
});

test('a logout aborts the calls under way before the server answers it, and spares later calls', async () => {
  invoke.mockResolvedValue(grant());
  await store.signInRep('ID');
  const before = store.sessionSignal();
  let isAborted = false;
  invoke.mockImplementation(async () => {
    await null;
    isAborted = before.aborted;
  });
  await store.signOut();
  expect(isAborted).toBe(true);
  expect(before.reason).toMatchObject({ code: 'unauthenticated' });
  expect(store.sessionSignal().aborted).toBe(false);
});

test('a session that the server ends aborts its calls, and a visitor without one keeps them', async () => {
  const anonymous = store.sessionSignal();
  storeSession();
  invoke.mockRejectedValueOnce(new ApiError('unauthenticated', 'over', { status: 401 }));
  store.start(fakeWindow());
  await expect.poll(() => store.getSnapshot().status).toBe('anonymous');
  expect(anonymous.aborted).toBe(false);
  invoke.mockResolvedValueOnce(grant());
  await store.signInRep('ID');
  invoke.mockRejectedValueOnce(new ApiError('unauthenticated', 'over', { status: 401 }));
  await store.recheck();
  expect(anonymous.aborted).toBe(true);
});
