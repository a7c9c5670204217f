import { expect, test } from 'vitest';
import { operationsTable, slowSteps } from './operations-report.ts';

const figures = (step: string, screenMs: number[]) => ({
  tab: 'Audit',
  step,
  screenMs,
  callMs: [4.04, 4.06],
});

test('each kind of step has its limit, its median and its slowest tenth', () => {
  const table = operationsTable([figures('first screen', [400, 300, 500]), figures('filter', [90])]);
  expect(table.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
    ['tab', 'step', 'limit', 'median', 'slowest tenth', 'samples', 'its call alone'],
    ['Audit', 'first screen', '1000', '400', '400', '3', '4.0'],
    ['Audit', 'filter', '150', '90', '90', '1', '4.0'],
  ]);
});

test('a step is slow when its median is over its limit, or was not measured', () => {
  const all = [
    figures('first screen', [1_000]),
    figures('first screen, empty browser cache', [999, 1_001, 1_002]),
    figures('filter', [10, 150, 900]),
    figures('sort', [151]),
    figures('next page', []),
  ];
  expect(slowSteps(all)).toEqual([
    'Audit, first screen, empty browser cache: 1001 ms',
    'Audit, sort: 151 ms',
    'Audit, next page: NaN ms',
  ]);
});
