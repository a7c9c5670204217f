import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';
import { seededRandom } from '../seeded-random.ts';
import { canarySection, formatRows, markOf, rowAt, SAMPLE, simulateCanaries } from './canary-table.ts';
import { simulateCanary } from './simulated-canary.ts';

/** The whole table is `run bench canary`. */
const CANARIES = SAMPLE.count;
const OUTCOMES = simulateCanaries(CANARIES, SAMPLE);

test('the promise holds in a small simulation: hardly a harmless canary is aborted, and harm is found early', () => {
  const small = rowAt(OUTCOMES, 500);
  expect(small).toMatchObject({ harmlessAborted: 0, harmfulPromoted: 0 });
  // Half of 500 views has one failure more than the live version.
  expect(small.failingCaught).toBeLessThan(0.2 * CANARIES);
  const large = rowAt(OUTCOMES, 16_000);
  expect(large.harmlessAborted).toBeLessThanOrEqual(1);
  expect(large.harmlessPromoted).toBeGreaterThan(0.4 * CANARIES);
  expect(large.failingCaught).toBeGreaterThanOrEqual(0.95 * CANARIES);
  expect(large.slowCaught).toBe(CANARIES);
  expect(large.harmfulPromoted).toBe(0);
});

test('docs/releasing.md has the table of this code (stale: npx -y pnpm@12 run bench canary --docs)', async () => {
  const page = await readFile(path.join(WORKSPACE_ROOT, 'docs/releasing.md'), 'utf8');
  expect(page).toContain(markOf(OUTCOMES));
});

test('a canary of the sample that is decided later gives another mark', () => {
  const [first, ...rest] = OUTCOMES.failing;
  const later = { promotedAt: null, abortedAt: (first?.abortedAt ?? 0) + 1 };
  expect(markOf({ ...OUTCOMES, failing: [later, ...rest] })).not.toBe(markOf(OUTCOMES));
});

test('the table of the document says where a promise is not met', () => {
  const row = {
    canaryViews: 1000,
    harmlessAborted: 11,
    harmlessPromoted: 0,
    failingCaught: 949,
    slowCaught: 1000,
    harmfulPromoted: 0,
  };
  expect(canarySection([row], OUTCOMES)).toMatch(
    /\n\| 1,000 +\| 11 \(too many\) +\| 0 +\| 949 \(too little\) +\| 1,000 +\| 0 +\|\n\n<!-- sample \w{16} -->$/,
  );
});

test('the same seed is the same canary', () => {
  const canary = { seed: 7, fault: 'failing', canaryPercent: 10, maxCanaryViews: 5000 } as const;
  expect(simulateCanary(canary)).toEqual(simulateCanary(canary));
  expect(simulateCanary({ ...canary, seed: 8 })).not.toEqual(simulateCanary(canary));
});

test('its numbers are as random as they say', () => {
  const random = seededRandom(1);
  const moments = (next: () => number) => {
    const values = Array.from({ length: 100_000 }, next);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return [mean, values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length];
  };
  const near = (value: number) => expect.closeTo(value, 1);
  expect(moments(random.uniform)).toEqual([near(1 / 2), near(1 / 12)]);
  expect(moments(random.normal)).toEqual([near(0), near(1)]);
  expect(moments(random.exponential)).toEqual([near(1), near(1)]);
});

test('a row that does not meet its promise is marked', () => {
  const outcomes = { none: [{ promotedAt: null, abortedAt: 90 }], failing: [], slow: [] };
  const table = formatRows([rowAt(outcomes, 100)], 1);
  expect(table.split('\n')[1]).toMatch(/^ +100 +1 \* +0 +0 \* +0 \* +0$/);
});
