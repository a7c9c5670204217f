import { AUDIT_EVENT_WORDS } from '@corvane/shared/audit/audit-event-words';
import { auditSentence } from '@corvane/shared/audit/audit-sentence';
import { AUDIT_EVENTS } from '@corvane/shared/contracts/backend/operations/audit-trail';
import { formatCount } from '@corvane/shared/lib/counted';
import { InstantAgo } from '../../ui/facts/facts.tsx';
import { type Column, RowName } from '../../ui/tables/data-table.tsx';
import { csvOf } from '../../ui/tables/export-button.tsx';
import type { AuditRow } from './fold-actions.ts';

/** The audit trail, in sentences. A file has one line for each event. */
export const AUDIT_COLUMNS: readonly Column<AuditRow>[] = [
  {
    id: 'what',
    head: 'What happened',
    opens: true,
    cell: (row) =>
      row.action === undefined ? (
        <RowName detail={eventWords(row.event)}>{auditSentence(row)}</RowName>
      ) : (
        <RowName detail={`${auditSentence(row)}, and others`}>{actionWords(row)}</RowName>
      ),
    csv: [
      ['Event', ({ event }) => event],
      ['What happened', (line) => auditSentence(line, { timeZone: 'UTC' })],
      ['Representative', ({ repEmail }) => repEmail],
      ['Customer', ({ customerEmail }) => customerEmail],
      ['Manager', ({ managerName }) => managerName],
      ['IP address', ({ ipAddress }) => ipAddress],
      ['Device', ({ userAgent }) => userAgent],
      ['Details', ({ detail }) => JSON.stringify(detail)],
    ],
  },
  {
    id: 'when',
    head: 'When',
    className: 'tabular leading-5 whitespace-nowrap max-lg:col-span-2 lg:pr-5!',
    cell: ({ occurredAt }) => <InstantAgo at={occurredAt} className="flex gap-x-2 lg:block" />,
    csv: [['When (UTC)', ({ occurredAt }) => new Date(occurredAt).toISOString()]],
  },
];

export const AUDIT_CSV = csvOf(AUDIT_COLUMNS, ['when']);

/** How often one action did what. @example '5 × Contact request changed, Sales imported' */
export function actionWords({ action }: AuditRow): string {
  const counts = new Map<string, number>();
  for (const { event } of action?.lines ?? []) counts.set(event, (counts.get(event) ?? 0) + 1);
  const words = [...counts]
    .map(([event, count]) => `${count === 1 ? '' : `${formatCount(count)} × `}${eventWords(event)}`)
    .join(', ');
  return action?.goesOn ? `At least ${words}` : words;
}

/** The name of an event. An event type from a newer server is shown by its raw name. */
export function eventWords(event: string): string {
  const known = AUDIT_EVENTS.find((name) => name === event);
  return known === undefined ? event : AUDIT_EVENT_WORDS[known];
}
