import type { ListedRep } from '@corvane/shared/contracts/backend/representatives/rep-list';
import { counted, formatCount } from '@corvane/shared/lib/counted';
import { formatExactInstant } from '@corvane/shared/lib/instants';
import { useServerNow } from '@corvane/shared/lib/ticking-clock';
import type { ReactNode } from 'react';
import { agoWords } from '../../../lib/ago-words.ts';
import {
  DataActionsCell,
  DataCell,
  type DataColumn,
  DataRow,
  DataStatusCell,
  DataTable,
} from '../../../ui/tables/data-table.tsx';
import { PhoneLabel } from '../../../ui/tables/phone-label.tsx';
import { RepStateMark } from './rep-state.tsx';

const COLUMNS: readonly DataColumn[] = [
  { label: 'Representative', align: 'text-left' },
  { label: 'State', align: 'text-left' },
  { label: 'Customers', align: 'text-left' },
  { label: 'Open requests', align: 'text-right' },
  { label: 'Last sign-in', align: 'text-left' },
  { label: 'Actions', align: 'text-right', isOfActions: true },
];

interface RepsTableProps {
  reps: readonly ListedRep[];
  clockAheadMs: number;
  actions(rep: ListedRep, tabIndex: 0 | -1): ReactNode;
  onOpen(id: string): void;
}

export function RepsTable({ reps, clockAheadMs, actions, onOpen }: RepsTableProps) {
  return (
    <DataTable caption="Representatives" columns={COLUMNS} rowIds={reps.map(({ id }) => id)}>
      {(tabIndexOf) =>
        reps.map((rep) => (
          <DataRow
            key={rep.id}
            rowId={rep.id}
            tabIndex={tabIndexOf(rep.id)}
            title={rep.name}
            detail={<span className="block leading-5 text-muted wrap-anywhere">{rep.email}</span>}
            onOpen={() => onOpen(rep.id)}
          >
            <DataStatusCell>
              <RepStateMark rep={rep} />
            </DataStatusCell>
            <DataCell className="tabular leading-5 whitespace-nowrap">
              <span className="block">{counted(rep.customers, 'customer')}</span>
              <span className="block text-muted">{counted(rep.openLinks, 'open link')}</span>
            </DataCell>
            <DataCell className="tabular leading-5 text-right">
              <PhoneLabel until="lg">Open requests</PhoneLabel>
              {formatCount(rep.openRequests)}
            </DataCell>
            <DataCell className="tabular leading-5 max-lg:col-span-2 lg:whitespace-nowrap">
              <PhoneLabel until="lg">Last sign-in</PhoneLabel>
              <LastSignIn rep={rep} clockAheadMs={clockAheadMs} />
              <span className="text-muted max-lg:before:content-[',_'] lg:block">
                {counted(rep.liveSessions, 'live session')}
              </span>
            </DataCell>
            <DataActionsCell>{actions(rep, tabIndexOf(rep.id))}</DataActionsCell>
          </DataRow>
        ))
      }
    </DataTable>
  );
}

function LastSignIn({ rep: { lastSignInAt }, clockAheadMs }: { rep: ListedRep; clockAheadMs: number }) {
  const nowMs = useServerNow(clockAheadMs);
  if (lastSignInAt === null) return <span className="text-muted">never</span>;
  return (
    <time dateTime={lastSignInAt} title={formatExactInstant(lastSignInAt)}>
      {agoWords(nowMs - Date.parse(lastSignInAt))}
    </time>
  );
}
