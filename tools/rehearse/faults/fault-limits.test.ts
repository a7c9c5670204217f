import { expect, test } from 'vitest';
import { BROKEN_PARTS, DATABASE_LOST } from './broken-parts.ts';
import { FAULT_LIMITS, overLimits } from './fault-limits.ts';
import { LOST_MACHINES } from './lost-machines.ts';
import { ROTATED } from './rotations.ts';

const LIMITS = { failedCallsPercent: 2, longestMs: 3_000 };
const SEEN = { calls: 100, failedCalls: 2, longestMs: 3_000, longestOf: 'prices' };

test('each fault and each rotation has its limits, and nothing else has', () => {
  const names = [...BROKEN_PARTS, ...ROTATED, DATABASE_LOST, ...LOST_MACHINES].map(({ name }) => name);
  expect(Object.keys(FAULT_LIMITS).sort()).toEqual(names.sort());
});

test('no call fails during a fault of what no call needs', () => {
  for (const name of ['bucket', 'archive-lost', 'rotate-bucket-credentials', 'rotate-backup-key'])
    expect(FAULT_LIMITS[name]?.failedCallsPercent, name).toBe(0);
});

test('a rotation fails one call in ten at most, unless PostgREST starts again', () => {
  for (const { name } of ROTATED.filter((one) => one.name !== 'rotate-database-passwords'))
    expect(FAULT_LIMITS[name]?.failedCallsPercent, name).toBeLessThanOrEqual(10);
});

test('what stays within its limits keeps the promise', () => {
  expect(overLimits(SEEN, LIMITS)).toEqual([]);
});

test('one call more than its share, and one wait longer, are broken promises with their figures', () => {
  expect(overLimits({ ...SEEN, failedCalls: 3 }, LIMITS)).toEqual([
    '3 of 100 calls failed (3.0 %), and at most 2 % may',
  ]);
  expect(overLimits({ ...SEEN, longestMs: 3_001 }, LIMITS)).toEqual([
    'prices waited 3001 ms, and nobody may wait longer than 3000 ms',
  ]);
});

test('a fault without a call shows nothing', () => {
  expect(overLimits({ ...SEEN, calls: 0, failedCalls: 0 }, LIMITS)).toEqual([
    'nobody called meanwhile, so nothing was shown',
  ]);
});

test('a fault without limits is a mistake of the rehearsal', () => {
  expect(overLimits(SEEN, undefined)).toEqual(['it has no limits: add them to FAULT_LIMITS']);
});
