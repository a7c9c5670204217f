import { auditLineSchema } from '@corvane/shared/contracts/backend/operations/audit-trail';
import { expect, test } from 'vitest';
import { AUDIT_CSV_HEAD, auditCsvLines, auditJsonLines } from './audit-csv.ts';
import { auditRow } from './audit-fixtures.ts';

const lineOf = (changes: Parameters<typeof auditRow>[0] = {}) => auditLineSchema.parse(auditRow(changes));

test('each audit event is one row with as many cells as the header', () => {
  const csv = auditCsvLines([lineOf({ userAgent: 'Firefox' })]);
  expect(AUDIT_CSV_HEAD.trimEnd().split(',')).toHaveLength(csv.trimEnd().split(',').length);
  expect(csv).toBe(
    '2026-11-21T06:59:30.000Z,link_revoked,Robin Vale revoked the access of Grace Moss,robin@corvane.example,grace@moss.example,,203.0.113.9,Firefox,{}\r\n',
  );
});

test('typed text never runs as a formula', () => {
  const formula = '=HYPERLINK("https://evil.example")';
  const csv = auditCsvLines([
    lineOf({
      event: formula,
      repName: formula,
      repEmail: formula,
      customerEmail: formula,
      managerName: formula,
      ipAddress: formula,
      userAgent: formula,
    }),
  ]);
  expect(csv.match(/(^|,)"?[=+]/g)).toBeNull();
  expect(csv.match(/'=HYPERLINK/g)?.length).toBeGreaterThan(5);
});

test('in JSON, each audit event is one object', () => {
  const lines = [lineOf(), lineOf({ lineNumber: 6, detail: { reason: 'a\nb' } })];
  const written = auditJsonLines(lines).trimEnd().split('\n');
  expect(written.map((line) => JSON.parse(line))).toEqual(lines);
});
