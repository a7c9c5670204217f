import { describe, expect, test } from 'vitest';
import { harmEvidence, harmlessEvidence } from './trouble-evidence.ts';

const binomial = (count: number, of: number, share: number) => {
  let chance = (1 - share) ** of;
  for (let i = 0; i < count; i += 1) chance *= ((of - i) / (i + 1)) * (share / (1 - share));
  return chance;
};
const poisson = (count: number, expected: number) => {
  let chance = Math.exp(-expected);
  for (let i = 1; i <= count; i += 1) chance *= expected / i;
  return chance;
};
const sum = (of: number, term: (count: number) => number) =>
  Array.from({ length: of + 1 }, (_, count) => term(count)).reduce((a, b) => a + b, 0);

describe('harmEvidence', () => {
  const blocks = (canary: number, live: number, canaryShare = 0.1) => [{ canary, live, canaryShare }];

  test('is 1 without trouble', () => {
    expect(harmEvidence([], [])).toBe(1);
    expect(harmEvidence(blocks(0, 0), [])).toBe(1);
  });

  test('has the value of its formula', () => {
    // One block of the canary at a tenth of the views: r / (0.1 r + 0.9), mean of the five ratios.
    const ratios = [1.7, 3, 5, 10, 40];
    const mean = ratios.reduce((total, r) => total + r / (0.1 * r + 0.9), 0) / 5;
    expect(harmEvidence(blocks(1, 0), [])).toBeCloseTo((mean + 1) / 2, 12);
    const cubeRoots = ratios.reduce((total, r) => total + Math.cbrt(r / (0.1 * r + 0.9)), 0) / 5;
    expect(harmEvidence([], blocks(1, 0))).toBeCloseTo((1 + cubeRoots) / 2, 12);
  });

  test.each([0.02, 0.1, 0.5])(
    'is expected to be 1 while a share of %d fails as often as the rest',
    (share) => {
      // Only blocks: then half of it is 1 for certain.
      const expected = sum(20, (x) => binomial(x, 20, share) * harmEvidence(blocks(x, 20 - x, share), []));
      expect(expected).toBeCloseTo(1, 9);
    },
  );

  test('is expected to be less than 1 while it fails less often, and with visitors that fail in several minutes', () => {
    expect(sum(20, (x) => binomial(x, 20, 0.08) * harmEvidence(blocks(x, 20 - x), []))).toBeLessThan(1);
    // Twelve visitors, each for three minutes.
    const visitors = sum(12, (x) => binomial(x, 12, 0.1) * harmEvidence([], blocks(3 * x, 36 - 3 * x)));
    expect(visitors).toBeCloseTo(1, 9);
  });

  test('grows with trouble of the canary alone, and falls with that of the live version', () => {
    expect(harmEvidence(blocks(5, 1), [])).toBeGreaterThan(300);
    expect(harmEvidence(blocks(5, 40), [])).toBeLessThan(1);
  });
});

describe('harmlessEvidence', () => {
  const live = { views: 10_000, reports: 16 };
  const liveRate = (16 - 4) / 10_000;
  const margin = 1 / 400;

  test('is expected to be 1 at the margin, and less beyond it', () => {
    const views = 2000;
    const at = (rate: number) =>
      sum(60, (x) => poisson(x, views * rate) * harmlessEvidence({ views, reports: x }, live, margin));
    expect(at(liveRate + margin)).toBeCloseTo(1, 6);
    expect(at(liveRate + 1.5 * margin)).toBeLessThan(0.5);
  });

  test('a canary without failures needs more than a thousand views', () => {
    const none = { views: 10_000, reports: 0 };
    expect(harmlessEvidence({ views: 1000, reports: 0 }, none, margin)).toBeLessThan(20);
    expect(harmlessEvidence({ views: 1300, reports: 0 }, none, margin)).toBeGreaterThan(20);
  });

  test('says nothing without views', () => {
    expect(harmlessEvidence({ views: 0, reports: 0 }, { views: 0, reports: 0 }, margin)).toBe(0);
    expect(harmlessEvidence({ views: 0, reports: 3 }, live, margin)).toBeLessThan(1);
  });
});
