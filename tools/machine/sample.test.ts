import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { drawOf, sampleOf } from './sample.ts';

const MEMBERS = Array.from({ length: 23 }, (_, index) => index);

beforeEach(() => {
  vi.stubEnv('TEST_DEEP', undefined);
  vi.stubEnv('TEST_SEED', undefined);
});

afterEach(() => vi.unstubAllEnvs());

test.each([0, 7, 1234567])('each member is taken within the runs that follow seed %i', (seed) => {
  const taken = new Set<number>();
  for (let run = 0; run < 5; run += 1) {
    vi.stubEnv('TEST_SEED', String(seed + run));
    const sample = sampleOf('family', MEMBERS, 5);
    expect(sample).toHaveLength(5);
    expect(sample).toEqual(sample.toSorted((a, b) => a - b));
    for (const member of sample) taken.add(member);
  }
  expect(taken.size).toBe(MEMBERS.length);
});

test('one seed takes the same members again, and other members of another family', () => {
  vi.stubEnv('TEST_SEED', '3');
  expect(sampleOf('family', MEMBERS, 5)).toEqual(sampleOf('family', MEMBERS, 5));
  expect(sampleOf('family', MEMBERS, 5)).not.toEqual(sampleOf('another', MEMBERS, 5));
});

test('a lot takes a share, another one with another seed, and each member some time', () => {
  const taken = new Set<number>();
  for (let seed = 0; seed < 60; seed += 1) {
    vi.stubEnv('TEST_SEED', String(seed));
    const drawn = drawOf('family', MEMBERS, 5);
    expect(drawn).toHaveLength(5);
    for (const member of drawn) taken.add(member);
  }
  expect(taken.size).toBe(MEMBERS.length);
});

test('a deep run and a file run alone take all members', () => {
  expect(sampleOf('family', MEMBERS, 5)).toEqual(MEMBERS);
  expect(drawOf('family', MEMBERS, 5)).toEqual(MEMBERS);
  vi.stubEnv('TEST_SEED', '3');
  vi.stubEnv('TEST_DEEP', '1');
  expect(sampleOf('family', MEMBERS, 5)).toEqual(MEMBERS);
});
