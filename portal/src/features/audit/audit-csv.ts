import { auditSentence } from '@corvane/shared/audit/audit-sentence';
import type { AuditLine } from '@corvane/shared/contracts/backend/operations/audit-trail';
import { csvCell, csvLine } from '@corvane/shared/lib/spreadsheet-text';

type CellOf = (line: AuditLine) => string;

/** Heading and cell of each column. Typed text goes through `csvCell`. */
const COLUMNS: readonly (readonly [head: string, cell: CellOf])[] = [
  ['When (UTC)', ({ occurredAt }) => new Date(occurredAt).toISOString()],
  ['Event', ({ event }) => csvCell(event)],
  ['What happened', (line) => csvCell(auditSentence(line, { timeZone: 'UTC' }))],
  ['Representative', ({ repEmail }) => csvCell(repEmail ?? '')],
  ['Customer', ({ customerEmail }) => csvCell(customerEmail ?? '')],
  ['Manager', ({ managerName }) => csvCell(managerName ?? '')],
  ['IP address', ({ ipAddress }) => csvCell(ipAddress ?? '')],
  ['Device', ({ userAgent }) => csvCell(userAgent ?? '')],
  ['Details', ({ detail }) => csvCell(JSON.stringify(detail))],
];

export const AUDIT_CSV_HEAD = csvLine(COLUMNS.map(([head]) => head));

/** One CSV row per audit event, in the given order. */
export function auditCsvLines(lines: readonly AuditLine[]): string {
  return lines.map((line) => csvLine(COLUMNS.map(([, cell]) => cell(line)))).join('');
}

/** One JSON object per line. */
export function auditJsonLines(lines: readonly AuditLine[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}
