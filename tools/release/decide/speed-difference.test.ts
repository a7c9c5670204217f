import { describe, expect, test } from 'vitest';
import { alphaAt, boundWidth, speedDifference } from './speed-difference.ts';

type Views = { block?: string; path?: string; isCanary: boolean; lcpMs: readonly number[] };
const cell = ({ block = '10:00', path = '/', isCanary, lcpMs }: Views) => {
  const logs = lcpMs.map(Math.log);
  return {
    blockStartedAt: block,
    path,
    isCanary,
    lcpCount: logs.length,
    lcpLogSum: logs.reduce((a, b) => a + b, 0),
    lcpLogSquareSum: logs.reduce((a, b) => a + b * b, 0),
  };
};

describe('speedDifference', () => {
  test('is the difference of ln(LCP) in one block', () => {
    const difference = speedDifference([
      cell({ isCanary: true, lcpMs: [1200, 1200] }),
      cell({ isCanary: false, lcpMs: [1000, 1000] }),
    ]);
    expect(difference?.logDifference).toBeCloseTo(Math.log(1.2), 12);
    expect(difference?.information).toBe(1);
    // Squares around the page's mean, of 4 views less 1 page. Four times that with few blocks.
    const half = Math.log(1.2) / 2;
    expect(difference?.deviation).toBeCloseTo(Math.sqrt((4 * (4 * half * half)) / 3), 12);
  });

  test('a slow page does not count against the version that was asked for more of it', () => {
    const difference = speedDifference([
      cell({ isCanary: true, path: '/slow', lcpMs: [3000, 3000, 3000] }),
      cell({ isCanary: true, path: '/', lcpMs: [1000] }),
      cell({ isCanary: false, path: '/slow', lcpMs: [3000] }),
      cell({ isCanary: false, path: '/', lcpMs: [1000, 1000, 1000] }),
    ]);
    expect(difference?.logDifference).toBeCloseTo(0, 12);
  });

  test('a slow hour does not count against the version that was asked for more in it', () => {
    const difference = speedDifference([
      cell({ block: '10:00', isCanary: true, lcpMs: [1000] }),
      cell({ block: '10:00', isCanary: false, lcpMs: [1000, 1000, 1000] }),
      cell({ block: '20:00', isCanary: true, lcpMs: [2000, 2000, 2000] }),
      cell({ block: '20:00', isCanary: false, lcpMs: [2000] }),
    ]);
    expect(difference?.logDifference).toBeCloseTo(0, 12);
  });

  test('views at a time when the other version had none are not compared', () => {
    expect(
      speedDifference([
        cell({ block: '10:00', isCanary: true, lcpMs: [1000, 1100] }),
        cell({ block: '10:10', isCanary: false, lcpMs: [1000, 1100] }),
      ]),
    ).toBeNull();
    expect(speedDifference([])).toBeNull();
  });

  test('views of one visitor, which are alike, make it less certain', () => {
    const blocks = Array.from({ length: 40 }, (_, index) => `block ${index}`);
    const at = (alike: boolean) =>
      speedDifference(
        blocks.flatMap((block, index) => {
          // Four views of one visitor, or of four visitors.
          const up = index % 2 === 0 ? 2000 : 500;
          return [
            cell({ block, isCanary: true, lcpMs: alike ? [up, up, up, up] : [2000, 500, 2000, 500] }),
            cell({ block, isCanary: false, lcpMs: [1000, 1000, 1000, 1000] }),
          ];
        }),
      )?.deviation ?? Number.NaN;
    expect(at(true)).toBeGreaterThan(1.4 * at(false));
  });
});

describe('the bound', () => {
  const difference = { logDifference: 0, deviation: 1, information: 100 };

  test('has the value of its formula', () => {
    // sqrt(2·3 / (100² · 0.02) · ln(1 + sqrt(3) / 0.1))
    expect(boundWidth(difference, 0.05)).toBeCloseTo(0.29537, 4);
    expect(boundWidth({ ...difference, deviation: 2 }, 0.05)).toBeCloseTo(2 * 0.29537, 4);
  });

  test.each([0.3, 0.05, 0.003, 1e-6])('touches at its own α, %d', (alpha) => {
    expect(alphaAt(difference, boundWidth(difference, alpha))).toBeCloseTo(alpha, 12);
  });

  test('a difference of nothing proves nothing', () => {
    expect(alphaAt(difference, 0)).toBe(1);
    expect(alphaAt(difference, -1)).toBe(1);
    expect(alphaAt({ ...difference, information: 0.5 }, 0.1)).toBe(1);
  });
});
