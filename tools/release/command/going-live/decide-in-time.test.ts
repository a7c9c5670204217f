import { expect, test } from 'vitest';
import { isRunningCanary } from './decide-in-time.ts';

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
