import { describe, expect, test } from 'vitest';
import type { CanaryCell } from './canary-figures.ts';
import { judgeCanary } from './judge-canary.ts';

/** A cell whose views took 700, 1000 and 1430 ms, one third each. */
const cell = (fields: Partial<CanaryCell> & { slower?: number } = {}): CanaryCell => {
  const { views = 0, slower = 0 } = fields;
  const spread = Math.log(1.43);
  const mean = Math.log(1000) + slower;
  return {
    blockStartedAt: '10:00',
    path: '/',
    isCanary: true,
    views,
    failures: 0,
    loneFailures: 0,
    errors: 0,
    loneErrors: 0,
    lcpCount: views,
    lcpLogSum: views * mean,
    lcpLogSquareSum: views * (mean ** 2 + (2 / 3) * spread ** 2),
    ...fields,
  };
};
/** So many blocks of a canary at a tenth of the views. */
const blocks = (count: number, canaryViews: number, canary: Parameters<typeof cell>[0] = {}) =>
  Array.from({ length: count }, (_, index) => {
    const blockStartedAt = `block ${index}`;
    return [
      cell({ blockStartedAt, views: canaryViews, ...canary }),
      cell({ blockStartedAt, views: 9 * canaryViews, isCanary: false }),
    ];
  }).flat();
const judge = (cells: CanaryCell[], percent = 10) => judgeCanary({ cells }, percent);

describe('too little traffic', () => {
  test('a canary without views is not decided', () => {
    expect(judge([])).toMatchObject({ decision: 'wait', confidence: null, canaryViews: 0 });
    expect(judge([]).reasons[0]).toBe(
      'Too little traffic to decide: 0 views of the canary and 0 of the live version, at least 100 of each are needed.',
    );
  });

  test('a few failures of one device, or a few slow views, decide nothing', () => {
    const failing = ['10:00', '10:10', '10:20'].map((blockStartedAt) =>
      cell({ blockStartedAt, views: 50, failures: 2, loneFailures: 1 }),
    );
    expect(judge([...failing, cell({ views: 15_000, isCanary: false })], 1).decision).toBe('wait');
    const slow = cell({ views: 90, slower: 3 });
    expect(judge([slow, cell({ views: 9000, isCanary: false })]).decision).toBe('wait');
  });

  test('a perfect canary of a few hundred views is not promoted', () => {
    expect(judge(blocks(40, 10))).toMatchObject({ decision: 'wait', canaryViews: 400, liveViews: 3600 });
  });
});

describe('clear harm', () => {
  const failing = (what: 'failures' | 'errors') =>
    blocks(3, 40).concat(
      Array.from({ length: 6 }, (_, index) =>
        cell({
          blockStartedAt: `failing ${index}`,
          [what]: 4,
          [what === 'failures' ? 'loneFailures' : 'loneErrors']: 3,
        }),
      ),
    );

  test.each(['failures', 'errors'] as const)('more %s abort, and the reason says so', (what) => {
    const verdict = judge(failing(what));
    expect(verdict.decision).toBe('abort');
    expect(verdict.confidence).toBeGreaterThan(0.99);
    expect(verdict.reasons[0]).toBe(`The canary has more ${what}.`);
  });

  test('a version that fails before it can tell of a view is aborted', () => {
    const cells = failing('failures').map((one) => (one.isCanary ? { ...one, views: 0, lcpCount: 0 } : one));
    expect(judge(cells)).toMatchObject({ decision: 'abort', canaryViews: 0 });
  });

  test('three times as slow is aborted after a hundred views', () => {
    const verdict = judge(blocks(1, 110, { slower: Math.log(3) }));
    expect(verdict).toMatchObject({ decision: 'abort', canaryViews: 110 });
    expect(verdict.reasons).toEqual([
      'The canary is slower.',
      'failures: 0 in 110 views of the canary, 0 in 990 views of the live version',
      'errors: 0 in 110 views of the canary, 0 in 990 views of the live version',
      expect.stringMatching(/^LCP: 200 % slower, between \d+ % slower and \d+ % slower$/),
    ]);
  });

  test('both versions failing together is an outage, not harm', () => {
    const cells = blocks(40, 50).map((one) => ({ ...one, failures: one.isCanary ? 5 : 45 }));
    expect(judge(cells).decision).not.toBe('abort');
  });
});

test('a canary that is as good after thousands of views is promoted, with at least 95 %', () => {
  const verdict = judge(blocks(60, 60));
  expect(verdict).toMatchObject({ decision: 'promote', canaryViews: 3600 });
  expect(verdict.confidence).toBeGreaterThanOrEqual(0.95);
});

test('a canary that is slower by less than a tenth is promoted once that is certain, and never aborted for 2 %', () => {
  expect(judge(blocks(400, 60, { slower: Math.log(1.05) }).slice(0, 20)).decision).toBe('wait');
  expect(judge(blocks(60, 60, { slower: Math.log(1.01) })).decision).toBe('promote');
  expect(judge(blocks(40, 50, { slower: Math.log(1.2) })).decision).toBe('abort');
  const slow = blocks(4000, 60, { slower: Math.log(1.02), failures: 1 });
  expect(judge(slow).reasons[0]).not.toBe('The canary is slower.');
});
