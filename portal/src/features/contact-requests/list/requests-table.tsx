import { promiseOf } from '@corvane/shared/brand/contact-promises';
import type { ListedContactRequest } from '@corvane/shared/contracts/backend/contact/contact-request-list';
import { formatExactInstant, formatInstant } from '@corvane/shared/lib/instants';
import { useServerNow } from '@corvane/shared/lib/ticking-clock';
import { memo, type ReactNode } from 'react';
import { agoWords } from '../../../lib/ago-words.ts';
import { ContactLine } from '../../../ui/facts/contact-line.tsx';
import {
  DataActionsCell,
  DataCell,
  type DataColumn,
  DataRow,
  DataStatusCell,
  DataTable,
} from '../../../ui/tables/data-table.tsx';
import { PhoneLabel } from '../../../ui/tables/phone-label.tsx';
import { fullName, requestName } from '../request-name.ts';
import { REQUEST_FORM_WORDS } from '../status/request-form-words.ts';
import { RequestStatusMark } from '../status/request-status.tsx';

const COLUMNS: readonly DataColumn[] = [
  { label: 'Request', align: 'text-left' },
  { label: 'Status', align: 'text-left' },
  { label: 'Received', align: 'text-left' },
  { label: 'Came from', align: 'text-left' },
];
const ASSIGNEE: DataColumn = { label: 'Assigned to', align: 'text-left' };
const ACTIONS: DataColumn = { label: 'Actions', align: 'text-right', isOfActions: true };

interface RequestsTableProps {
  caption: string;
  requests: readonly ListedContactRequest[];
  clockAheadMs: number;
  /** Whether the requests belong to several people. */
  showsAssignee: boolean;
  /** Every row renders again when this or `onOpen` is another function. */
  actions(request: ListedContactRequest, tabIndex: 0 | -1): ReactNode;
  onOpen(requestId: string): void;
}

export function RequestsTable(props: RequestsTableProps) {
  const { caption, requests, clockAheadMs, showsAssignee, actions, onOpen } = props;
  return (
    <DataTable
      caption={caption}
      columns={[...COLUMNS, ...(showsAssignee ? [ASSIGNEE] : []), ACTIONS]}
      rowIds={requests.map(({ requestId }) => requestId)}
    >
      {(tabIndexOf) =>
        requests.map((request) => (
          <RequestRow
            key={request.requestId}
            request={request}
            tabIndex={tabIndexOf(request.requestId)}
            clockAheadMs={clockAheadMs}
            showsAssignee={showsAssignee}
            actions={actions}
            onOpen={onOpen}
          />
        ))
      }
    </DataTable>
  );
}

interface RequestRowProps
  extends Pick<RequestsTableProps, 'clockAheadMs' | 'showsAssignee' | 'actions' | 'onOpen'> {
  request: ListedContactRequest;
  tabIndex: 0 | -1;
}

/** Rows that are shown already stay as they are when more requests arrive. */
const RequestRow = memo(function RequestRow(props: RequestRowProps) {
  const { request, tabIndex, clockAheadMs, showsAssignee, actions, onOpen } = props;
  return (
    <DataRow
      rowId={request.requestId}
      tabIndex={tabIndex}
      title={requestName(request)}
      detail={
        <ContactLine company={request.company} address={fullName(request) === '' ? '' : request.email} />
      }
      onOpen={() => onOpen(request.requestId)}
    >
      <DataStatusCell>
        <RequestStatusMark status={request.status} isQuarantined={request.quarantinedAt !== null} />
      </DataStatusCell>
      <DataCell className="tabular leading-5">
        <Received at={request.createdAt} clockAheadMs={clockAheadMs} />
      </DataCell>
      <DataCell className="leading-5 wrap-anywhere max-lg:text-right lg:min-w-36">
        <span className="block">{REQUEST_FORM_WORDS[request.form]}</span>
        <span className="block text-muted">{promiseOf(request.source) ?? request.source}</span>
      </DataCell>
      {showsAssignee ? (
        <DataCell className="wrap-anywhere max-lg:col-span-2 lg:min-w-36">
          <PhoneLabel until="lg">Assigned to</PhoneLabel>
          <span className={request.assignedTo === null ? 'text-muted' : ''}>
            {request.assignedTo?.name ?? 'not assigned'}
          </span>
        </DataCell>
      ) : null}
      <DataActionsCell>{actions(request, tabIndex)}</DataActionsCell>
    </DataRow>
  );
});

/** The time of the request, and how long the visitor has been waiting. */
function Received({ at, clockAheadMs }: { at: string; clockAheadMs: number }) {
  const nowMs = useServerNow(clockAheadMs);
  return (
    <time dateTime={at} title={formatExactInstant(at)} className="whitespace-nowrap">
      <span className="block">{formatInstant(at)}</span>
      <span className="block text-muted">{agoWords(nowMs - Date.parse(at))}</span>
    </time>
  );
}
