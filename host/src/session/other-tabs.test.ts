import { ApiError } from '@corvane/shared/contracts/remote/api-error';
import type { Session } from '@corvane/shared/contracts/remote/session';
import { beforeEach, expect, test, vi } from 'vitest';
import { SessionStore } from './session-store.ts';
import { CUSTOMER, fakeWindow, grant, memoryStorage, NOW_MS, REP } from './session-store-fixture.ts';

const invoke = vi.fn<(name: string, body: unknown, options?: unknown) => Promise<unknown>>();
const REFUSED = new ApiError('unauthenticated', 'over', { status: 401 });
const SESSION_ENDS_AT = '2026-03-01T12:00:30Z';
const AS_REP = grant({ sessionExpiresAt: SESSION_ENDS_AT });
const AS_CUSTOMER = grant({
  sessionExpiresAt: SESSION_ENDS_AT,
  actor: { kind: 'customer', customer: CUSTOMER },
});
let nowMs: number;
/** Events for sleeping tabs, which hear of them when they wake up. null while no tab sleeps. */
let asleep: (() => void)[] | null;
let tabs: ReturnType<typeof browser>;

beforeEach(() => {
  invoke.mockReset();
  nowMs = NOW_MS;
  asleep = null;
  tabs = browser();
});

/** Two tabs on one storage. Each hears of every change that the other makes. */
function browser() {
  const items = memoryStorage();
  const windows = [fakeWindow(), fakeWindow()] as const;
  const tab = (own: Window, other: Window) => {
    const change = (key: string, newValue: string | null) => {
      if (items.getItem(key) === newValue) return;
      if (newValue === null) items.removeItem(key);
      else items.setItem(key, newValue);
      const tell = () => void other.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }));
      if (asleep === null) tell();
      else asleep.push(tell);
    };
    const storage = {
      getItem: items.getItem,
      setItem: change,
      removeItem: (key: string) => change(key, null),
    };
    const store = new SessionStore({ api: { invoke }, storage, now: () => nowMs, sleep: async () => {} });
    return { store, start: () => store.start(own) };
  };
  return [tab(windows[0], windows[1]), tab(windows[1], windows[0])] as const;
}

/** Both tabs are open, and signed in. @returns everything that the second shows from then on */
async function signIn(answer: typeof AS_REP): Promise<Session[]> {
  invoke.mockResolvedValue(answer);
  const [{ store }, second] = tabs;
  await (answer === AS_REP ? store.signInRep('ID') : store.signInCustomer('token'));
  for (const { start } of tabs) start();
  await expect.poll(statuses).toEqual([answer.actor.kind, answer.actor.kind]);
  const shown: Session[] = [];
  second.store.subscribe(() => shown.push(second.store.getSnapshot()));
  return shown;
}

const statuses = () => tabs.map(({ store }) => store.getSnapshot().status);
const snapshots = () => tabs.map(({ store }) => store.getSnapshot());

/** Regression: the other tab went home without a word. */
test('every tab says that a session was ended elsewhere', async () => {
  await signIn(AS_REP);
  invoke.mockRejectedValue(REFUSED);
  await tabs[0].store.recheck();
  expect(snapshots()).toEqual([
    { status: 'anonymous', ended: 'rep' },
    { status: 'anonymous', ended: 'rep' },
  ]);
});

test('every tab says that the time of a session was up, even if all of them were asking', async () => {
  await signIn(AS_REP);
  invoke.mockRejectedValue(REFUSED);
  nowMs = Date.parse(SESSION_ENDS_AT) + 600_000;
  await Promise.all(tabs.map(({ store }) => store.check()));
  expect(snapshots()).toEqual([
    { status: 'anonymous', ended: 'rep' },
    { status: 'anonymous', ended: 'rep' },
  ]);
});

test('every tab of a customer says that access has ended, and whom to ask', async () => {
  await signIn(AS_CUSTOMER);
  invoke.mockRejectedValue(REFUSED);
  await tabs[0].store.recheck();
  const { repName } = CUSTOMER;
  const ended = { status: 'anonymous', ended: 'customer', endedAccess: { endedAt: null, repName } };
  expect(snapshots()).toMatchObject([ended, ended]);
});

test.each([
  ['representative', AS_REP],
  ['customer', AS_CUSTOMER],
])('a logout of a %s closes the other tab in silence', async (_who, answer) => {
  const shown = await signIn(answer);
  invoke.mockReturnValue(new Promise(() => {}));
  void tabs[0].store.signOut();
  expect(statuses()).toEqual(['anonymous', 'anonymous']);
  for (const session of shown) expect(session).toEqual({ status: 'anonymous' });
});

test('a tab that slept during a logout and its answer closes in silence too', async () => {
  const shown = await signIn(AS_REP);
  asleep = [];
  invoke.mockResolvedValue({ signedOut: true });
  await tabs[0].store.signOut();
  expect(statuses()).toEqual(['anonymous', 'rep']);
  for (const tell of asleep) tell();
  expect(statuses()).toEqual(['anonymous', 'anonymous']);
  for (const session of shown) expect(session).toEqual({ status: 'anonymous' });
});

test('a tab that slept during a logout and a new sign-in follows the new session', async () => {
  const shown = await signIn(AS_REP);
  asleep = [];
  invoke.mockResolvedValue({ signedOut: true });
  await tabs[0].store.signOut();
  const sessionId = '0198c0de-0000-7000-8000-000000000009';
  invoke.mockResolvedValue(grant({ sessionId }));
  await tabs[0].store.signInRep('ID');
  for (const tell of asleep.splice(0)) tell();
  await expect.poll(() => tabs[1].store.getSnapshot()).toMatchObject({ status: 'rep', rep: REP, sessionId });
  expect(shown.map(({ status }) => status)).toEqual(['restoring', 'rep']);
});

test('a sign-in as another kind of person ends nothing in the other tab', async () => {
  const shown = await signIn(AS_REP);
  invoke.mockResolvedValue(AS_CUSTOMER);
  await tabs[0].store.signInCustomer('token');
  await expect.poll(statuses).toEqual(['customer', 'customer']);
  expect(shown.map(({ status }) => status)).toEqual(['restoring', 'customer']);
});

/** Regression: a call of the person before went on, with an answer for the one who had signed in elsewhere. */
test.each([
  ['hears of the sign-in', false],
  ['renews its token before it hears of the sign-in', true],
])('the calls of a tab that %s end', async (_when, isAsleep) => {
  await signIn(AS_REP);
  const calls = tabs.map(({ store }) => store.sessionSignal());
  if (isAsleep) asleep = [];
  invoke.mockResolvedValue(grant({ sessionId: '0198c0de-0000-7000-8000-000000000009' }));
  await tabs[0].store.signInRep('ID');
  if (isAsleep) await tabs[1].store.recheck();
  expect(calls.map(({ aborted }) => aborted)).toEqual([true, true]);
  expect(tabs.map(({ store }) => store.sessionSignal().aborted)).toEqual([false, false]);
});

test('a renewal of the same session ends no call', async () => {
  await signIn(AS_REP);
  const calls = tabs.map(({ store }) => store.sessionSignal());
  for (const { store } of tabs) await store.recheck();
  expect(calls.map(({ aborted }) => aborted)).toEqual([false, false]);
});
