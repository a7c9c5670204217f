import type { PrefetchServices } from '@corvane/shared/contracts/remote/remote';
import type { Session } from '@corvane/shared/contracts/remote/session';
import { beforeEach, expect, test, vi } from 'vitest';

const isLoaded = vi.fn();

beforeEach(() => {
  vi.resetModules();
  isLoaded.mockClear();
  vi.doMock('./sections/plans/signed-in-prices.tsx', () => {
    isLoaded();
    return {};
  });
});

async function begin(path: string, status: Session['status']): Promise<void> {
  const { default: remote } = await import('./remote.ts');
  const route = remote.routes.find((candidate) => candidate.path === path);
  await route?.begin?.({ session: { status } } as PrefetchServices);
}

/** Regression: the code for prices was requested by an effect, a round trip after the page was drawn. */
test.each(['restoring', 'rep', 'customer'] as const)(
  'the code for prices is requested with the page while a session is %s',
  async (status) => {
    await begin('/', status);
    expect(isLoaded).toHaveBeenCalledOnce();
  },
);

test.each([
  ['/', 'anonymous'],
  ['/about', 'rep'],
] as const)('%s asks for no code for prices while the visitor is %s', async (path, status) => {
  await begin(path, status);
  expect(isLoaded).not.toHaveBeenCalled();
});
