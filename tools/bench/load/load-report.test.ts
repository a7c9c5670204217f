import { expect, test } from 'vitest';
import { addressOf } from './load-calls.ts';
import { type LoadReport, loadSection, loadTable } from './load-report.ts';

const step = {
  offered: 80,
  answered: 79.8,
  failed: 0,
  p99Ms: 41.2,
  generatorShare: 0.31,
  besideShare: 0.12,
};
const kind = { boundMs: 500, nextStep: 'Add a machine' };
const report: LoadReport = {
  measuredAt: '2026-11-23T12:00:00.000Z',
  processors: 2,
  processorModel: 'Example 3000',
  memoryGigabytes: 24,
  kinds: [
    { ...kind, name: 'Sign-ins', steps: [step, { ...step, offered: 160, p99Ms: 900 }] },
    { ...kind, name: 'Pages', steps: [{ ...step, generatorShare: 0.97 }] },
    { ...kind, name: 'Prices', steps: [{ ...step, failed: 5 }] },
  ],
};

test('the terminal says what was carried, with which shares of the processor, and why it ended', () => {
  const [, signIns = '', pages = '', prices = ''] = loadTable(report).split('\n');
  expect(signIns.split(/ {2,}/)).toEqual([
    'Sign-ins',
    '80',
    '41',
    '500',
    '31 %',
    '12 %',
    'p99 900 ms at 160/s',
  ]);
  expect(pages).toContain('at least 80');
  expect(prices).toMatch(/none.*5 failed at 80\/s/);
});

test('the page gets a table, with the next step at half of the figure', () => {
  const section = loadSection(report);
  expect(section).toContain('Measured on 2026-11-23: 2 processors (Example 3000), 24 GB of memory.');
  expect(section).toContain('It took 31 % to 97 % of one processor.');
  expect(section).toMatch(/\| Sign-ins +\| 80 +\| 42 ms +\| 500 ms +\| 40 per second +\| Add a machine +\|/);
  expect(
    new Set(section.split('\n').flatMap((line) => (line.startsWith('|') ? [line.length] : []))),
  ).toHaveProperty('size', 1);
});

test('callers have addresses of their own', () => {
  const addresses = Array.from({ length: 100_000 }, (_, turn) => addressOf(turn));
  expect(new Set(addresses).size).toBe(addresses.length);
  expect(addressOf(70_000)).toBe('10.1.17.112');
});
