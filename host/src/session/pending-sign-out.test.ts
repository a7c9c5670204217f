import { ApiError } from '@corvane/shared/contracts/remote/api-error';
import { beforeEach, expect, test, vi } from 'vitest';
import { SIGN_OUT_PENDING_KEY } from './pending-sign-out.ts';
import { SALES_SESSION_KEY } from './session-storage.ts';
import { SessionStore } from './session-store.ts';
import { fakeWindow, grant, memoryStorage, REP } from './session-store-fixture.ts';

const invoke = vi.fn<(name: string, body: unknown, options?: unknown) => Promise<unknown>>();
const AWAY = new ApiError('network', 'away');
let storage: Storage;
let store: SessionStore;

const tab = () => new SessionStore({ api: { invoke }, storage, now: Date.now });
const calls = () => invoke.mock.calls.map(([name]) => name);
const isPending = () => storage.getItem(SIGN_OUT_PENDING_KEY) !== null;

/** As another person at this browser could write it. */
function writeNote() {
  storage.setItem(
    SALES_SESSION_KEY,
    JSON.stringify({ salesRepId: REP.id, sessionId: grant().sessionId, timestamp: 1 }),
  );
}

beforeEach(async () => {
  invoke.mockReset().mockResolvedValue(grant());
  storage = memoryStorage();
  store = tab();
  await store.signInRep('ID');
  invoke.mockReset();
});

async function signOutOffline() {
  invoke.mockRejectedValue(AWAY);
  await expect(store.signOut()).rejects.toBe(AWAY);
}

/** Regression: after an offline logout, anyone who wrote a note of a session got that session back. */
test('after a logout without an answer, a page load asks for the logout again and restores nothing', async () => {
  await signOutOffline();
  writeNote();
  invoke.mockClear();
  const next = tab();
  next.start(fakeWindow());
  expect(next.getSnapshot()).toEqual({ status: 'anonymous' });
  await expect.poll(calls).toEqual(['sign-out']);
  expect(storage.getItem(SALES_SESSION_KEY)).toBeNull();
  expect(isPending()).toBe(true);

  invoke.mockReset().mockResolvedValue({ signedOut: true });
  tab().start(fakeWindow());
  await expect.poll(isPending).toBe(false);
  expect(calls()).toEqual(['sign-out']);
});

test('the mark is there before the server is asked, and goes with its answer', async () => {
  invoke.mockImplementation(async () => {
    expect(isPending()).toBe(true);
    return { signedOut: true };
  });
  await store.signOut();
  expect(calls()).toEqual(['sign-out']);
  expect(isPending()).toBe(false);
});

test('a tab that was open meanwhile repeats the logout once it is online', async () => {
  const target = fakeWindow();
  const other = tab();
  invoke.mockResolvedValue(grant());
  other.start(target);
  await expect.poll(() => other.getSnapshot().status).toBe('rep');
  await signOutOffline();
  target.dispatchEvent(Object.assign(new Event('storage'), { key: SALES_SESSION_KEY }));
  expect(other.getSnapshot()).toEqual({ status: 'anonymous' });

  invoke.mockReset().mockResolvedValue({ signedOut: true });
  target.dispatchEvent(new Event('online'));
  await expect.poll(isPending).toBe(false);
  expect(calls()).toEqual(['sign-out']);
});

test('a tab does not follow a note while a logout has no answer', async () => {
  await signOutOffline();
  const target = fakeWindow();
  const other = tab();
  other.start(target);
  writeNote();
  target.dispatchEvent(Object.assign(new Event('storage'), { key: SALES_SESSION_KEY }));
  expect(other.getSnapshot()).toEqual({ status: 'anonymous' });
  expect(calls()).not.toContain('renew-session');
});

// The answer to a logout removes the cookie, so a late one would remove that of the new session.
test('a new sign-in waits for the logout, and ends its waiting', async () => {
  await signOutOffline();
  let answer: (error: unknown) => void = () => {};
  invoke
    .mockReset()
    .mockImplementation((name) =>
      name === 'sign-out' ? new Promise((_, reject) => (answer = reject)) : Promise.resolve(grant()),
    );
  const next = tab();
  next.start(fakeWindow());
  const signedIn = next.signInRep('ID');
  await Promise.resolve();
  expect(calls()).toEqual(['sign-out']);
  answer(AWAY);
  await signedIn;
  expect(calls()).toEqual(['sign-out', 'sign-in-rep']);
  expect(next.getSnapshot().status).toBe('rep');
  expect(isPending()).toBe(false);
});

test('a late answer leaves the mark of a later logout', async () => {
  let answer: (body: unknown) => void = () => {};
  invoke.mockReturnValue(new Promise((resolve) => (answer = resolve)));
  const signedOut = store.signOut();
  await expect.poll(calls).toEqual(['sign-out']);
  // Meanwhile another tab signed in and out.
  storage.setItem(SIGN_OUT_PENDING_KEY, '1');
  answer({ signedOut: true });
  await signedOut;
  expect(isPending()).toBe(true);
});

test('a full storage does not stop a logout', async () => {
  vi.spyOn(storage, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  invoke.mockResolvedValue({ signedOut: true });
  await store.signOut();
  expect(store.getSnapshot()).toEqual({ status: 'anonymous' });
});
