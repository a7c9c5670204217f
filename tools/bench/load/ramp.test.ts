import { expect, test } from 'vitest';
import { endOf, isSustained, type LoadStep, lastSustained, nextRate } from './ramp.ts';

const BOUND_MS = 100;

const step = (offered: number, change: Partial<LoadStep> = {}): LoadStep => ({
  offered,
  answered: offered,
  failed: 0,
  p99Ms: 10,
  generatorShare: 0.2,
  besideShare: 0.1,
  ...change,
});

/** Ramps against a site that carries so much. */
function ramp(carries: number): LoadStep[] {
  const steps: LoadStep[] = [];
  for (
    let rate = nextRate(steps, BOUND_MS, 10);
    rate !== null && steps.length < 50;
    rate = nextRate(steps, BOUND_MS, 10)
  )
    steps.push(step(rate, rate > carries ? { p99Ms: 5_000 } : {}));
  return steps;
}

test.each([10, 45, 100, 777])('a site that carries %i per second is found out to a fifth', (carries) => {
  const found = lastSustained(ramp(carries), BOUND_MS)?.offered ?? 0;
  expect(found).toBeLessThanOrEqual(carries);
  expect(found * 1.2).toBeGreaterThanOrEqual(carries * 0.99);
  expect(ramp(carries).length).toBeLessThan(25);
});

test('a site that does not carry the first rate carries nothing, and the ramp ends', () => {
  expect(ramp(5).map(({ offered }) => offered)).toEqual([10, 10]);
  expect(lastSustained(ramp(5), BOUND_MS)).toBeNull();
});

test('a failure, an answer that is late and one that is missing each break a step', () => {
  expect(isSustained(step(100), BOUND_MS)).toBe(true);
  expect(isSustained(step(100, { failed: 1 }), BOUND_MS)).toBe(false);
  expect(isSustained(step(100, { p99Ms: 101 }), BOUND_MS)).toBe(false);
  expect(isSustained(step(100, { answered: 94 }), BOUND_MS)).toBe(false);
});

test('a rate that fails once is offered again, and counts if it holds then', () => {
  const once = [step(10), step(20, { failed: 3 })];
  expect(nextRate(once, BOUND_MS, 10)).toBe(20);
  expect(nextRate([...once, step(20)], BOUND_MS, 10)).toBe(40);
  expect(lastSustained([...once, step(20)], BOUND_MS)?.offered).toBe(20);
});

test('the end of a ramp says what broke, and whether the generator may have', () => {
  expect(endOf([step(10)], BOUND_MS)).toBe('the time was over');
  expect(endOf([step(10), step(20, { failed: 3 })], BOUND_MS)).toBe('3 failed at 20/s');
  expect(endOf([step(20, { p99Ms: 250.4 })], BOUND_MS)).toBe('p99 250 ms at 20/s');
  expect(endOf([step(20, { answered: 11.6, generatorShare: 0.95 })], BOUND_MS)).toBe(
    '12/s of 20/s were answered, with the generator at its end',
  );
});
