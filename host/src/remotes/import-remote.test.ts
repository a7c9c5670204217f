import type { Release } from '@corvane/shared/contracts/remote/registry';
import { expect, test, vi } from 'vitest';
import { importRemote } from './import-remote.ts';

const setRemote = vi.hoisted(() => vi.fn());
vi.mock('virtual:__federation__', () => ({
  __federation_method_setRemote: setRemote,
  __federation_method_getRemote: async () => ({}),
  __federation_method_unwrapDefault: (module: unknown) => module,
}));

test('each attempt requests another URL, as the browser remembers one that failed', async () => {
  const release = { version: 'm1', base: '/remotes/marketing/m1/', entry: 'remote.js' } as Release;
  for (const attempt of [0, 1, 2]) await importRemote('marketing', release, attempt);
  const urls = await Promise.all(setRemote.mock.calls.map(([, { url }]) => url()));
  expect(urls).toEqual(['', '?r=1', '?r=2'].map((end) => `/remotes/marketing/m1/remote.js${end}`));
});
