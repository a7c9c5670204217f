// @vitest-environment happy-dom

import {
  auditLineSchema,
  auditTrailPageSchema,
} from '@corvane/shared/contracts/backend/operations/audit-trail';
import { expect, test, vi } from 'vitest';
import { mount } from '../../testing/mount.tsx';
import { DataTable } from '../../ui/tables/data-table.tsx';
import { JSON_LINES } from '../../ui/tables/export-button.tsx';
import { auditPage, auditRow } from './audit-fixtures.ts';
import { foldActions } from './fold-actions.ts';
import { AUDIT_COLUMNS, AUDIT_CSV, actionWords } from './list.tsx';

// After ten pages, the next one took longer than its limit, because all rows rendered again.
test('lines that arrive render only themselves', async () => {
  const { rows } = auditTrailPageSchema.parse(auditPage([8, 7].map((n) => auditRow({ lineNumber: n }))));
  const renders = vi.fn();
  const lines = rows.map((line) => ({
    ...line,
    // A row reads it, the table does not.
    get event() {
      renders(line.lineNumber);
      return line.event;
    },
  }));
  const onOpen = () => {};
  const table = (count: number) => (
    <DataTable
      caption="Audit trail"
      columns={AUDIT_COLUMNS}
      rows={lines.slice(0, count)}
      idOf={({ lineNumber }) => String(lineNumber)}
      onOpen={onOpen}
    />
  );
  const { render, container, unmount } = await mount(table(1));
  renders.mockClear();
  await render(table(2));
  expect(container.querySelectorAll('tbody tr')).toHaveLength(2);
  expect(new Set(renders.mock.calls.flat())).toEqual(new Set([7]));
  await unmount();
});

const lineOf = (changes: Parameters<typeof auditRow>[0] = {}) => auditLineSchema.parse(auditRow(changes));

test('an action of several events names each, and how often if more than once', () => {
  const lines = ['sale_amounts_changed', 'sale_amounts_changed', 'sales_imported'].map((event) =>
    lineOf({ event }),
  );
  expect(foldActions(lines, false).map(actionWords)).toEqual([
    '2 × Amounts of a sale changed, Sales imported',
  ]);
});

test('each audit event is one row with as many cells as the header', () => {
  const csv = AUDIT_CSV.linesOf([lineOf({ userAgent: 'Firefox' })]);
  expect(AUDIT_CSV.head.trimEnd().split(',')).toHaveLength(csv.trimEnd().split(',').length);
  expect(csv).toBe(
    '2026-11-21T06:59:30.000Z,link_revoked,Robin Vale revoked the access of Grace Moss,robin@corvane.example,grace@moss.example,,203.0.113.9,Firefox,{}\r\n',
  );
});

test('typed text never runs as a formula', () => {
  const formula = '=HYPERLINK("https://evil.example")';
  const csv = AUDIT_CSV.linesOf([
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
  const written = JSON_LINES.linesOf(lines).trimEnd().split('\n');
  expect(written.map((line) => JSON.parse(line))).toEqual(lines);
});
