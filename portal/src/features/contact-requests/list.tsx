import { promiseOf } from '@corvane/shared/brand/contact-promises';
import { ADDED_FIELDS } from '@corvane/shared/contracts/backend/contact/contact-form';
import type { ListedContactRequest } from '@corvane/shared/contracts/backend/contact/contact-request-list';
import { requestReference } from '@corvane/shared/lib/request-reference';
import { InstantAgo } from '../../ui/facts/facts.tsx';
import { BESIDE_NAME, type Column, RowName } from '../../ui/tables/data-table.tsx';
import { csvOf } from '../../ui/tables/export-button.tsx';
import {
  FirstAnswer,
  fullName,
  REQUEST_FORM_WORDS,
  REQUEST_STATUS_WORDS,
  RequestStatusMark,
  requestName,
} from './words.tsx';

/** The requests of all, as managers see them. */
export const REQUEST_COLUMNS: readonly Column<ListedContactRequest>[] = [
  {
    id: 'request',
    head: 'Request',
    opens: true,
    cell: (request) => (
      <RowName
        of={[request.company, fullName(request) === '' ? '' : request.email]}
        detail={<span className="line-clamp-2 lg:line-clamp-1">{request.message || 'No message'}</span>}
      >
        {requestName(request)}
      </RowName>
    ),
    csv: [
      ['First name', ({ firstName }) => firstName],
      ['Last name', ({ lastName }) => lastName],
      ['Email', ({ email }) => email],
      ['Company', ({ company }) => company],
      ...ADDED_FIELDS.map(
        ({ label, name }) => [label, (request: ListedContactRequest) => request[name]] as const,
      ),
    ],
  },
  {
    id: 'status',
    head: 'Status',
    className: BESIDE_NAME,
    cell: (request) => (
      <>
        <RequestStatusMark status={request.status} isQuarantined={request.quarantinedAt !== null} />
        <span className="block leading-5 empty:hidden">
          <FirstAnswer request={request} />
        </span>
      </>
    ),
    csv: [
      ['Status', ({ status }) => REQUEST_STATUS_WORDS[status].label],
      ['Held back', ({ quarantinedAt }) => (quarantinedAt === null ? 'No' : 'Yes')],
      ['First answer due (UTC)', ({ answerDueAt: at }) => at && new Date(at).toISOString()],
      ['First answered (UTC)', ({ firstAnsweredAt: at }) => at && new Date(at).toISOString()],
    ],
  },
  {
    id: 'received',
    head: 'Received',
    className: 'tabular leading-5',
    cell: ({ createdAt }) => <InstantAgo at={createdAt} className="whitespace-nowrap" />,
    csv: [
      ['Request ID', ({ requestId }) => requestId],
      ['Reference', ({ requestId }) => requestReference(requestId)],
      ['Received (UTC)', ({ createdAt }) => new Date(createdAt).toISOString()],
    ],
  },
  {
    id: 'origin',
    head: 'Came from',
    className: 'leading-5 wrap-anywhere max-lg:text-right lg:min-w-36',
    cell: ({ form, source }) => (
      <>
        <span className="block">{REQUEST_FORM_WORDS[form]}</span>
        <span className="block text-muted">{promiseOf(source) ?? source}</span>
      </>
    ),
    csv: [
      ['Form', ({ form }) => REQUEST_FORM_WORDS[form]],
      ['Source', ({ source }) => source],
      ['Plan', ({ planName }) => planName],
      ['Billing', ({ billing }) => billing],
      ['Campaign', ({ utm }) => utm.campaign ?? ''],
      ['Page before', ({ referrer }) => referrer],
      ['Message', ({ message }) => message],
      ['Note', ({ staffNote }) => staffNote],
      ['Consent withdrawn (UTC)', ({ consentWithdrawnAt: at }) => at && new Date(at).toISOString()],
    ],
  },
  {
    id: 'assignee',
    head: 'Assigned to',
    phoneLabel: 'Assigned to',
    className: 'wrap-anywhere max-lg:col-span-2 lg:min-w-36',
    cell: ({ assignedTo }) => (
      <span className={assignedTo === null ? 'text-muted' : ''}>{assignedTo?.name ?? 'no one yet'}</span>
    ),
    csv: [['Assigned to', ({ assignedTo }) => assignedTo?.name ?? '']],
  },
];

/** The requests of one representative. */
export const OWN_REQUEST_COLUMNS = REQUEST_COLUMNS.filter(({ id }) => id !== 'assignee');

export const REQUESTS_CSV = csvOf(REQUEST_COLUMNS, ['received', 'status', 'assignee']);

export const requestIdOf = ({ requestId }: ListedContactRequest) => requestId;
