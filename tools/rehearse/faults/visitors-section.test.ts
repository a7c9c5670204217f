import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { WORKSPACE_ROOT } from '../../workspace/workspace-root.ts';
import { BROKEN_PARTS, DATABASE_LOST } from './broken-parts.ts';
import { LOST_MACHINES } from './lost-machines.ts';
import { rotationFaults } from './rotations.ts';
import { VISITORS_MARK, visitorsSection } from './visitors-section.ts';

const QUIET = {
  title: 'EDGE_SECRET is rotated',
  tookMs: 9_100,
  calls: 125,
  failedCalls: 0,
  longestMs: 526,
  longestOf: 'prices',
  lost: 0,
  signedOut: 0,
  failures: {},
};

test('a fault is a row with what people saw, also when that was nothing', () => {
  const hurt = {
    failedCalls: 3,
    signedOut: 2,
    lost: 1,
    failures: { 'prices 503': 2, 'contact form 503': 1 },
  };
  const section = visitorsSection({
    measuredAt: '2026-11-24T22:00:00.000Z',
    processors: 2,
    processorModel: 'Example 3000',
    faults: [QUIET, { ...QUIET, ...hurt, title: 'the database restarts' }],
  });
  expect(section).toContain('Measured on 2026-11-24: 2 processors (Example 3000).');
  const [, , , , quiet = '', restart = ''] = section.split('\n').map((line) => line.replaceAll(/ +/g, ' '));
  expect(quiet).toBe('| EDGE_SECRET is rotated | 9.1 s | 0 of 125 | 0.5 s, prices | nothing |');
  expect(restart).toBe(
    '| the database restarts | 9.1 s | 3 of 125 | 0.5 s, prices | prices 503, 2 times; contact form 503, 1 time; 2 people signed out; 1 contact request lost |',
  );
});

test('docs/several-machines.md says of each fault and each rotation what visitors saw, and of no other', () => {
  const page = readFileSync(path.join(WORKSPACE_ROOT, 'docs/several-machines.md'), 'utf8');
  const [, section = ''] = page.split(new RegExp(`<!-- (?:end of )?${VISITORS_MARK} -->`));
  const titles = [...section.matchAll(/^\| (.+?) +\|/gm)].map(([, title]) => title).slice(2);
  const faults = [...BROKEN_PARTS, ...rotationFaults(() => undefined), DATABASE_LOST, ...LOST_MACHINES];
  expect(titles).toEqual(faults.map(({ title }) => title));
});
