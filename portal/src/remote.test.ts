import type { BeginServices } from '@corvane/shared/contracts/remote/remote';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const isLoaded = vi.fn();
const beginCalls = vi.fn();

beforeEach(() => {
  vi.resetModules();
  vi.clearAllMocks();
  vi.doMock('./routes/sales-portal/begin-calls.ts', () => {
    isLoaded();
    return { beginCalls };
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

async function openAt(pathname: string, search: string) {
  vi.stubGlobal('location', { pathname, search });
  const { default: remote } = await import('./remote.ts');
  await vi.dynamicImportSettled();
  const host = { location: { pathname, search } } as BeginServices;
  return { begin: () => remote.routes[0]?.begin?.(host), host };
}

/** Regression: the code was requested when the session was confirmed, one round trip later. */
test.each(['?tab=commissions', '?tab=customers'])(
  'the code for the early calls of %s is requested with the remote',
  async (search) => {
    const { begin, host } = await openAt('/sales-portal', search);
    expect(isLoaded).toHaveBeenCalledOnce();
    await begin();
    expect(beginCalls).toHaveBeenCalledExactlyOnceWith(host);
  },
);

test('the first tab makes no early calls and loads no code for them', async () => {
  const { begin } = await openAt('/sales-portal', '');
  await begin();
  await vi.dynamicImportSettled();
  expect(isLoaded).not.toHaveBeenCalled();
});

test('fetched ahead on another page, the remote loads no code for early calls', async () => {
  await openAt('/pricing', '?tab=customers');
  expect(isLoaded).not.toHaveBeenCalled();
});
