import { expect, test, vi } from 'vitest';
import type { DecidedSite } from '../../decide/decide-canary.ts';
import { decideNow, isRunningCanary } from './decide-in-time.ts';

const running = { app: 'marketing', version: 'm2', percent: 10, commit: null, compositionId: 'c' };

test('the same command again goes on with the running canary', () => {
  expect(isRunningCanary({ canaries: [running] }, { app: 'marketing', version: 'm2', percent: 10 })).toBe(
    true,
  );
});

test('no canary, another version and another application are a release of their own', () => {
  const wanted = { app: 'marketing', version: 'm2', percent: 10 };
  expect(isRunningCanary(null, wanted)).toBe(false);
  expect(isRunningCanary({ canaries: [] }, wanted)).toBe(false);
  expect(isRunningCanary({ canaries: [running] }, { ...wanted, version: 'm3' })).toBe(false);
  expect(isRunningCanary({ canaries: [running] }, { ...wanted, app: 'portal' })).toBe(false);
});

test('another share of the visitors is refused', () => {
  expect(() =>
    isRunningCanary({ canaries: [running] }, { app: 'marketing', version: 'm2', percent: 20 }),
  ).toThrow('The canary of marketing m2 runs for 10 %: use --canary 10, or abort it first');
});

test('a canary that cannot be decided does not hide the others', async () => {
  const site = {
    live: async () => ({ canaries: [running, { ...running, app: 'portal' }] }),
  } as unknown as DecidedSite;
  let asked = 0;
  const connection = vi.fn(() => {
    asked += 1;
    throw new Error(`not for the canary ${asked}`);
  });
  await expect(decideNow(site, { connection, sayChanged: async () => {} })).rejects.toThrow(
    'not for the canary 1',
  );
  expect(connection).toHaveBeenCalledTimes(2);
});
