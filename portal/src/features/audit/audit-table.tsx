import { auditSentence } from '@corvane/shared/audit/audit-sentence';
import type { AuditLine } from '@corvane/shared/contracts/backend/operations/audit-trail';
import { formatExactInstant, formatInstant } from '@corvane/shared/lib/instants';
import { useServerNow } from '@corvane/shared/lib/ticking-clock';
import { Skeleton } from '@corvane/shared/ui/data-states';
import { memo } from 'react';
import { agoWords } from '../../lib/ago-words.ts';
import { DataCell, type DataColumn, DataRow, DataTable } from '../../ui/tables/data-table.tsx';
import { TableSkeleton } from '../../ui/tables/table-skeleton.tsx';
import { eventWords } from './event-words.ts';

const COLUMNS: readonly DataColumn[] = [
  { label: 'What happened', align: 'text-left' },
  { label: 'When', align: 'text-left' },
];

interface AuditTableProps {
  lines: readonly AuditLine[];
  clockAheadMs: number;
  onOpen(line: AuditLine): void;
}

export function AuditTable({ lines, clockAheadMs, onOpen }: AuditTableProps) {
  return (
    <DataTable
      caption="Audit trail"
      columns={COLUMNS}
      rowIds={lines.map(({ lineNumber }) => String(lineNumber))}
    >
      {(tabIndexOf) =>
        lines.map((line) => (
          <AuditRow
            key={line.lineNumber}
            line={line}
            tabIndex={tabIndexOf(String(line.lineNumber))}
            clockAheadMs={clockAheadMs}
            onOpen={onOpen}
          />
        ))
      }
    </DataTable>
  );
}

interface AuditRowProps {
  line: AuditLine;
  tabIndex: 0 | -1;
  clockAheadMs: number;
  onOpen(line: AuditLine): void;
}

/** Rows that are shown already stay as they are when more lines arrive. */
const AuditRow = memo(function AuditRow({ line, tabIndex, clockAheadMs, onOpen }: AuditRowProps) {
  return (
    <DataRow
      rowId={String(line.lineNumber)}
      tabIndex={tabIndex}
      title={auditSentence(line)}
      detail={<span className="block text-muted">{eventWords(line.event)}</span>}
      onOpen={() => onOpen(line)}
    >
      <DataCell className="tabular leading-5 whitespace-nowrap max-lg:col-span-2 lg:pr-5!">
        <When at={line.occurredAt} clockAheadMs={clockAheadMs} />
      </DataCell>
    </DataRow>
  );
});

/** The time of the event, and how long ago it was. */
function When({ at, clockAheadMs }: { at: string; clockAheadMs: number }) {
  const nowMs = useServerNow(clockAheadMs);
  return (
    <time dateTime={at} title={formatExactInstant(at)} className="flex gap-x-2 lg:block">
      <span className="block">{formatInstant(at)}</span>
      <span className="block text-muted">{agoWords(nowMs - Date.parse(at))}</span>
    </time>
  );
}

export function AuditTableSkeleton() {
  return (
    <TableSkeleton rowCount={8} headClassName="hidden lg:block" rowClassName="h-28 lg:h-[3.8125rem]">
      <Skeleton className="h-8 grow" />
      <Skeleton className="h-8 w-32 shrink-0 max-lg:hidden" />
    </TableSkeleton>
  );
}
