import type { PrefetchServices } from '@corvane/shared/contracts/remote/remote';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { REP_SESSION } from './testing/fake-host.tsx';

const isLoaded = vi.fn();
const areTabsLoaded = vi.fn();
const prefetchCalls = vi.fn();

beforeEach(() => {
  vi.resetModules();
  vi.clearAllMocks();
  vi.doMock('./routes/sales-portal/prefetch-calls.ts', () => {
    isLoaded();
    return { prefetchCalls };
  });
  vi.doMock('./routes/sales-portal/portal-tabs.tsx', () => {
    areTabsLoaded();
    return {};
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

async function openAt(pathname: string, search: string) {
  vi.stubGlobal('location', { pathname, search });
  const { default: remote } = await import('./remote.ts');
  await vi.dynamicImportSettled();
  const host = { location: { pathname, search }, session: REP_SESSION } as PrefetchServices;
  return { begin: () => remote.routes[0]?.begin?.(host), host };
}

/** Regression: the code was requested when the session was confirmed, one round trip later. */
test.each(['?tab=commissions', '?tab=customers'])(
  'the code for the early calls and the tab of %s is requested with the remote',
  async (search) => {
    const { begin, host } = await openAt('/sales-portal', search);
    expect([isLoaded, areTabsLoaded].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
    await begin();
    expect(prefetchCalls).toHaveBeenCalledExactlyOnceWith(host);
  },
);

test('the first tab makes no early calls and loads no code for them', async () => {
  const { begin } = await openAt('/sales-portal', '');
  await begin();
  await vi.dynamicImportSettled();
  expect(isLoaded).not.toHaveBeenCalled();
  expect(areTabsLoaded).not.toHaveBeenCalled();
});

test('fetched ahead on another page, the remote loads no code for early calls', async () => {
  await openAt('/pricing', '?tab=customers');
  expect(isLoaded).not.toHaveBeenCalled();
  expect(areTabsLoaded).not.toHaveBeenCalled();
});

/** Regression: after a logout and a new sign-in, no early call ever began again. */
test.each([0, 1])(
  'what was kept for the session before is forgotten when route %s begins another',
  async (route) => {
    const { default: remote } = await import('./remote.ts');
    const { forgetWithSession } = await import('./app/session-memory.ts');
    const forget = vi.fn();
    forgetWithSession(forget);
    const begin = (sessionId: string) =>
      remote.routes[route]?.begin?.({
        location: { search: '' },
        session: { ...REP_SESSION, sessionId },
      } as PrefetchServices);
    await begin('first');
    await begin('first');
    forget.mockReset();
    await begin('second');
    expect(forget).toHaveBeenCalledOnce();
    await begin('second');
    expect(forget).toHaveBeenCalledOnce();
  },
);
