import { expect, test } from 'vitest';
import type { Visit } from './visits/visit.ts';
import { lcpChart, ratiosTable, type Series } from './web-report.ts';

function series(site: string, lcpMs: number[], tbtMs = 0): Series {
  const bytes = { document: 1000, script: 0, stylesheet: 0, font: 0, image: 0, call: 0 };
  const visits = lcpMs.map(
    (ms): Visit => ({
      fcpMs: ms,
      lcpMs: ms,
      cls: 0,
      tbtMs,
      longestTaskMs: 0,
      menuMs: Number.NaN,
      requests: 1,
      bytes,
    }),
  );
  return { page: '/', connection: 'h2', site, visits };
}

const all = [
  series('corvane', [900, 800, 1000], 40),
  series('limit', [1000, 1000, 900]),
  series('plain federation', [3000, 3100, 2900]),
  series('shop', [450, 450, 450]),
];

test('ratios are those of medians, with what they may be at most', () => {
  expect(ratiosTable(all).split('\n')).toEqual([
    'page  connection  LCP / limit (1.10)  LCP / plain federation (0.35)  LCP / shop  TBT (50)',
    '/     h2                        0.90                           0.30        2.00        40',
  ]);
});

test('the longest bar of the chart is the slowest site', () => {
  expect(lcpChart(all, 'h2').split('\n')).toEqual([
    `/  corvane           ${'█'.repeat(12)} 900`,
    `   limit             ${'█'.repeat(13)} 1000`,
    `   plain federation  ${'█'.repeat(40)} 3000`,
    `   shop              ${'█'.repeat(6)} 450`,
  ]);
});
