import { describe, expect, test } from 'vitest';
import type { VersionFigures } from './canary-figures.ts';
import { judgeCanary } from './judge-canary.ts';

const version = (views: number, fields: Partial<VersionFigures> = {}): VersionFigures => ({
  views,
  failures: { reports: 0, networks: 0 },
  errors: { reports: 0, networks: 0 },
  lcp: { ms: 1000, networks: 60 },
  ...fields,
});
const lcp = (ms: number, networks = 60) => ({ lcp: { ms, networks } });
/** A canary at a tenth of the visitors. */
const judge = (canary: VersionFigures, live = version(9 * canary.views)) => judgeCanary({ canary, live }, 10);

describe('with few views, a person decides', () => {
  test('a canary without views, and a perfect one', () => {
    expect(judge(version(0, { lcp: { ms: null, networks: 0 } }))).toEqual({
      decision: 'wait',
      reasons: [
        'A person decides below 2000 views of each.',
        'failures: 0 in 0 views of the canary, 0 in 0 views of the live version',
        'errors: 0 in 0 views of the canary, 0 in 0 views of the live version',
        'LCP: nothing to compare',
      ],
    });
    expect(judge(version(1999)).decision).toBe('wait');
    expect(judge(version(3000), version(1999)).decision).toBe('wait');
  });

  test('failures of few networks, or a few slow views, decide nothing', () => {
    expect(judge(version(100, { failures: { reports: 40, networks: 3 } })).decision).toBe('wait');
    expect(judge(version(100, { failures: { reports: 4, networks: 5 } })).decision).toBe('wait');
    expect(judge(version(199, lcp(20_000))).decision).toBe('wait');
    expect(judge(version(500, lcp(20_000, 19))).decision).toBe('wait');
  });
});

test('views that are only expected at a larger share promote nothing', () => {
  const canary = version(2_222, { failures: { reports: 19, networks: 8 } });
  expect(judgeCanary({ canary, live: version(20_000) }, 50).decision).toBe('wait');
});

describe('clear harm', () => {
  test.each(['failures', 'errors'] as const)('more %s abort, and the reason says so', (what) => {
    const verdict = judge(version(120, { [what]: { reports: 5, networks: 4 } }));
    expect(verdict.decision).toBe('abort');
    expect(verdict.reasons[0]).toBe(`The canary has more ${what}.`);
  });

  test('a version that fails before it can tell of a view is aborted', () => {
    const canary = version(0, { failures: { reports: 12, networks: 8 } });
    expect(judge(canary, version(360)).decision).toBe('abort');
    // Before anything is known of the live version, the site itself may be out.
    expect(judge(canary, version(99)).decision).toBe('wait');
  });

  test('a slow canary is aborted after two hundred views', () => {
    expect(judge(version(200, lcp(3000)))).toEqual({
      decision: 'abort',
      reasons: [
        'The canary is slower.',
        'failures: 0 in 200 views of the canary, 0 in 1800 views of the live version',
        'errors: 0 in 200 views of the canary, 0 in 1800 views of the live version',
        'LCP: 200 % slower',
      ],
    });
    expect(judge(version(1500, lcp(1500))).decision).toBe('wait');
  });

  test('both versions failing together is an outage, not harm', () => {
    const failing = (reports: number) => ({ failures: { reports, networks: 40 } });
    expect(judge(version(400, failing(60)), version(3600, failing(500))).decision).toBe('wait');
  });
});

describe('from 2,000 views of each on', () => {
  test('a canary that is as good is promoted, and a slightly worse one waits', () => {
    expect(judge(version(2000)).decision).toBe('promote');
    const some = (reports: number) => ({ errors: { reports, networks: 9 } });
    expect(judge(version(2000, some(5)), version(18_000, some(27))).decision).toBe('promote');
    expect(judge(version(2000, some(6)), version(18_000, some(27))).decision).toBe('wait');
  });

  test('it may be slower by a tenth', () => {
    expect(judge(version(2000, lcp(1100))).decision).toBe('promote');
    expect(judge(version(2000, lcp(1101)))).toMatchObject({
      decision: 'wait',
      reasons: ['Worse, but not by enough to abort.', {}, {}, 'LCP: 10 % slower'],
    });
  });
});
