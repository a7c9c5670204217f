import { expect, test } from 'vitest';
import { readBusySeconds, readProcessStat, secondsOfTrees } from './processor-times.ts';

test('a process with any name is read', () => {
  const text =
    '42 (a (odd) name) S 7 42 42 0 -1 4194560 100 0 0 0 150 50 25 75 20 0 1 0 12345 1000 200 18446744073709551615';
  expect(readProcessStat(text)).toEqual({ pid: 42, parent: 7, seconds: 3 });
});

test('idle time and waiting for a disk are no work', () => {
  expect(readBusySeconds('cpu  100 200 300 9999 8888 40 60 0 0 0\ncpu0 1 1 1')).toBe(7);
});

test('what a process started counts with it, and what it did not start does not', () => {
  const rows = [
    { pid: 1, parent: 0, seconds: 100 },
    { pid: 2, parent: 1, seconds: 5 },
    { pid: 3, parent: 2, seconds: 7 },
    { pid: 4, parent: 1, seconds: 50 },
  ];
  expect(secondsOfTrees(rows, [2])).toBe(12);
  expect(secondsOfTrees(rows, [2, 4])).toBe(62);
});
