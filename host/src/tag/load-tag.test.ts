// @vitest-environment happy-dom
import type { Session } from '@corvane/shared/contracts/remote/session';
import { beforeEach, expect, test, vi } from 'vitest';
import { track } from '../site-events/track.ts';

const TAG = { provider: 'Acme', id: 'A-1', scriptUrl: 'https://tags.example.com/js' };
const SENT = { action: 'form_submission_success', category: 'engagement', label: 'contact_form' } as const;
const TOLD = ['event', SENT.action, { event_category: SENT.category, event_label: SENT.label }];

/** A page load of its own: what was loaded and kept is a matter of the page. */
async function openPage() {
  vi.resetModules();
  const { keepEarlyEvents, takeEarlyEvents } = await import('./early-events.ts');
  const { loadTag } = await import('./load-tag.ts');
  keepEarlyEvents(session);
  return { allow: () => loadTag(TAG, session), refuse: () => void takeEarlyEvents() };
}

const listeners = new Set<() => void>();
let status: Session['status'];
const session = {
  getSnapshot: () => ({ status }) as Session,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
const become = (next: Session['status']) => {
  status = next;
  for (const listener of listeners) listener();
};

const told = () => {
  const { dataLayer = [] } = globalThis as { dataLayer?: ArrayLike<unknown>[] };
  return dataLayer.map((call) => [...Array.from(call)]).filter(([command]) => command === 'event');
};

beforeEach(() => {
  listeners.clear();
  status = 'anonymous';
  Reflect.deleteProperty(globalThis, 'dataLayer');
  // Nothing is fetched.
  vi.spyOn(document.head, 'append').mockImplementation(() => {});
});

test('a form that was sent before the yes is told once the yes comes, and once only', async () => {
  const { allow } = await openPage();
  track({ action: 'view', category: 'count', label: '' });
  track(SENT);
  expect(told()).toEqual([]);
  allow();
  expect(told()).toEqual([TOLD]);
  allow();
  expect(told()).toEqual([TOLD]);
});

test('after the yes each event is told as it happens, but none that we only count', async () => {
  const { allow } = await openPage();
  allow();
  track(SENT);
  track({ action: 'view', category: 'count', label: '' });
  expect(told()).toEqual([TOLD]);
});

test('a no forgets what was before it, and a later yes tells nothing of it', async () => {
  const { allow, refuse } = await openPage();
  track(SENT);
  refuse();
  track(SENT);
  allow();
  expect(told()).toEqual([]);
});

test('what is kept has a limit, and what we only count takes no place of it', async () => {
  const { allow } = await openPage();
  for (let event = 0; event < 20; event += 1) track({ action: 'view', category: 'count', label: '' });
  for (let event = 0; event < 1_000; event += 1) track(SENT);
  allow();
  expect(told()).toHaveLength(20);
});

const SIGNED_IN = ['rep', 'customer'] as const;

test.each([...SIGNED_IN, 'restoring'] as const)(
  'after consent, nothing from the time as %s is sent',
  async (who) => {
    const { allow } = await openPage();
    become(who);
    track(SENT);
    become('anonymous');
    allow();
    expect(told()).toEqual([]);
  },
);

test.each(SIGNED_IN)('who becomes a %s before the yes leaves nothing to tell', async (who) => {
  const { allow } = await openPage();
  track(SENT);
  become(who);
  become('anonymous');
  allow();
  expect(told()).toEqual([]);
});

test.each(SIGNED_IN)('after the yes, nothing is told while a person is signed in as %s', async (who) => {
  const { allow } = await openPage();
  allow();
  become(who);
  track(SENT);
  expect(told()).toEqual([]);
  become('anonymous');
  track(SENT);
  expect(told()).toEqual([TOLD]);
});

test('after an answer the page no longer follows the session', async () => {
  const { refuse } = await openPage();
  refuse();
  expect(listeners.size).toBe(0);
});
