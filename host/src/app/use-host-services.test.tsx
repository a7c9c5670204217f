// @vitest-environment happy-dom
import type { HostServices } from '@corvane/shared/contracts/remote/host-services';
import type { Session } from '@corvane/shared/contracts/remote/session';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type PageContextValue, PageProvider } from '../page-context.ts';
import type { SessionStore } from '../session/session-store.ts';
import { REP } from '../session/session-store-fixture.ts';
import { connectToaster } from '../toasts/toast.tsx';
import { useHostServices } from './use-host-services.ts';

const rpc = vi.fn(async () => 'rows');
const invoke = vi.fn(async () => 'done');
const page = {
  config: { basename: '', brandName: 'Corvane' },
  api: { rpc, invoke },
} as unknown as PageContextValue;
const repSession = (sessionId: string, sessionExpiresAt = '2026-03-02T00:00:00Z'): Session => ({
  status: 'rep',
  rep: REP,
  sessionId,
  sessionExpiresAt,
});

/** What the store says. React hears of it with the next `tell`: it draws that in a transition, which may take long. */
let session: Session;
let tell = () => {};
const store = {
  getSnapshot: () => session,
  getFirstSnapshot: () => session,
  subscribe: (listener: () => void) => {
    tell = listener;
    return () => {};
  },
  signOut: vi.fn<() => Promise<void>>(),
} as unknown as SessionStore;

let host: HostServices;
function Page({ isRepPage }: { isRepPage: boolean }) {
  host = useHostServices(() => {}, isRepPage);
  return null;
}

const root = createRoot(document.createElement('div'));
const open = (isRepPage: boolean) =>
  act(async () =>
    root.render(
      <PageProvider value={{ ...page, session: store }}>
        <BrowserRouter>
          <Page isRepPage={isRepPage} />
        </BrowserRouter>
      </PageProvider>,
    ),
  );

beforeEach(() => {
  vi.clearAllMocks();
  session = repSession('s1');
});
afterEach(() => act(async () => root.render(null)));

test.each<[string, Session]>([
  ['has ended', { status: 'anonymous' }],
  ['is that of another person now', repSession('s2')],
])("a representative's page sends nothing once the session %s", async (_case, next) => {
  await open(true);
  const { api } = host;
  expect(await api.rpc('get_customers')).toBe('rows');
  session = next;
  // React has not drawn the page without that session yet, or draws it once more.
  await open(true);
  expect(host.api).toBe(api);
  await expect(api.rpc('get_customers')).rejects.toMatchObject({ code: 'unauthenticated' });
  await expect(api.invoke('read-people', {})).rejects.toMatchObject({ code: 'unauthenticated' });
  expect([rpc.mock.calls.length, invoke.mock.calls.length]).toEqual([1, 0]);
});

test('the page of another session asks for that session', async () => {
  await open(true);
  const before = host.api;
  session = repSession('s2');
  await act(async () => tell());
  expect(await host.api.rpc('get_customers')).toBe('rows');
  await expect(before.rpc('get_customers')).rejects.toMatchObject({ code: 'unauthenticated' });
});

test('a renewal of the session changes nothing', async () => {
  await open(true);
  const { api } = host;
  session = repSession('s1', '2026-03-03T00:00:00Z');
  await act(async () => tell());
  expect(host.session).toBe(session);
  expect(host.api).toBe(api);
  expect(await api.rpc('get_customers')).toBe('rows');
});

test('the contact form of a public page is sent, also right after a logout', async () => {
  await open(false);
  session = { status: 'anonymous' };
  expect(await host.api.invoke('submit-contact', {})).toBe('done');
});

test('a logout is told once the server has answered, and as it answered', async () => {
  const told: unknown[] = [];
  const disconnect = connectToaster({ show: ({ description }) => told.push(description) });
  await open(false);
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  vi.mocked(store.signOut).mockReturnValueOnce(answered).mockRejectedValueOnce(new Error('offline'));
  const first = host.signOut();
  expect(told).toEqual([]);
  answer();
  await first;
  expect(told).toEqual(['You have been logged out successfully']);
  await host.signOut();
  expect(told[1]).toContain('on this device');
  expect(told).toHaveLength(2);
  disconnect();
});

/** A remote reads it there: docs/contracts/remote.md. */
test('what the latest navigation passes is kept beside the address', async () => {
  await open(false);
  await act(async () => host.navigate('/', { replace: true, state: { 'host:show': 'plans' } }));
  expect(history.state.usr).toEqual({ 'host:show': 'plans' });
  await act(async () => host.navigate('/pricing'));
  expect(history.state.usr ?? null).toBeNull();
});
