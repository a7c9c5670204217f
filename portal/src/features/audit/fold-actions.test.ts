import { auditTrailPageSchema } from '@corvane/shared/contracts/backend/operations/audit-trail';
import { expect, test } from 'vitest';
import { auditPage, auditRow } from './audit-fixtures.ts';
import { foldActions } from './fold-actions.ts';

const ROBIN = '00000000-0000-4000-8000-0000000000d1';
const DANA = '00000000-0000-4000-8000-0000000000d2';
const BY_MANAGER = { by: 'manager', managerId: '00000000-0000-4000-8000-0000000000d3' };

function linesOf(...changes: Parameters<typeof auditRow>[0][]) {
  const rows = changes.map((change, index) => auditRow({ lineNumber: 100 - index, ...change }));
  return auditTrailPageSchema.parse(auditPage(rows)).rows;
}

/** How many lines each row stands for. */
function foldedCounts(lines: ReturnType<typeof linesOf>, hasMore = false) {
  return foldActions(lines, hasMore).map(({ action }) => action?.lines.length ?? 1);
}

test('lines of one action are one row, and a line that stands alone stays the same object', () => {
  const lines = linesOf({}, {}, {}, { occurredAt: '2026-11-21T06:59:29+00:00' });
  const rows = foldActions(lines, false);
  expect(rows.map(({ lineNumber }) => lineNumber)).toEqual([100, 97]);
  expect(rows[0]?.action).toEqual({ lines: lines.slice(0, 3), goesOn: false });
  expect(rows[1]).toBe(lines[3]);
});

test.each([
  ['time', { occurredAt: '2026-11-21T06:59:30.000001+00:00' }],
  ['representative who acted', { repId: DANA }],
  ['manager', { detail: BY_MANAGER }],
  ['address', { ipAddress: '203.0.113.10' }],
  ['browser', { userAgent: null }],
])('lines with another %s stay apart', (_, change) => {
  expect(foldedCounts(linesOf({}, change, {}))).toEqual([1, 1, 1]);
});

test.each([
  ['manager', BY_MANAGER],
  ['operator', { by: 'operator' }],
])('an import by a %s that changes sales of two representatives is one row', (_, detail) => {
  const change = { event: 'sale_amounts_changed', detail };
  const imported = { event: 'sales_imported', detail };
  expect(foldedCounts(linesOf({ ...change, repId: ROBIN }, { ...change, repId: DANA }, imported))).toEqual([
    3,
  ]);
});

test('an action goes on while the line after its last one has not arrived', () => {
  const other = { repId: DANA };
  const goesOn = (lines: ReturnType<typeof linesOf>, hasMore: boolean) =>
    foldActions(lines, hasMore).map(({ action }) => action?.goesOn);
  expect(goesOn(linesOf({}, {}, other, other), true)).toEqual([false, true]);
  expect(goesOn(linesOf({}, {}, other, other), false)).toEqual([false, false]);
  expect(goesOn(linesOf({}, {}, other), true)).toEqual([false, undefined]);
});
