import { ADDED_FIELDS } from '@corvane/shared/contracts/backend/contact/contact-form';
import type { ListedContactRequest } from '@corvane/shared/contracts/backend/contact/contact-request-list';
import { requestReference } from '@corvane/shared/lib/request-reference';
import { csvCell, csvLine } from '@corvane/shared/lib/spreadsheet-text';
import { REQUEST_FORM_WORDS } from '../status/request-form-words.ts';
import { REQUEST_STATUS_WORDS } from '../status/request-status.tsx';

type CellOf = (request: ListedContactRequest) => string;

/** Heading and cell of each column. Typed text goes through `csvCell`. */
const COLUMNS: readonly (readonly [head: string, cell: CellOf])[] = [
  ['Request ID', ({ requestId }) => requestId],
  ['Reference', ({ requestId }) => requestReference(requestId)],
  ['Received (UTC)', ({ createdAt }) => new Date(createdAt).toISOString()],
  ['Status', ({ status }) => REQUEST_STATUS_WORDS[status].label],
  ['Quarantined', ({ quarantinedAt }) => (quarantinedAt === null ? 'No' : 'Yes')],
  ['Assigned to', ({ assignedTo }) => csvCell(assignedTo?.name ?? '')],
  ['First name', ({ firstName }) => csvCell(firstName)],
  ['Last name', ({ lastName }) => csvCell(lastName ?? '')],
  ['Email', ({ email }) => csvCell(email)],
  ['Company', ({ company }) => csvCell(company)],
  ...ADDED_FIELDS.map(({ label, name }): [string, CellOf] => [label, (request) => csvCell(request[name])]),
  ['Form', ({ form }) => REQUEST_FORM_WORDS[form]],
  ['Source', ({ source }) => csvCell(source)],
  ['Plan', ({ planName }) => csvCell(planName)],
  ['Campaign', ({ utm }) => csvCell(utm.campaign ?? '')],
  ['Page before', ({ referrer }) => csvCell(referrer)],
  ['Message', ({ message }) => csvCell(message)],
  ['Note', ({ staffNote }) => csvCell(staffNote)],
  [
    'Consent withdrawn (UTC)',
    ({ consentWithdrawnAt: at }) => (at === null ? '' : new Date(at).toISOString()),
  ],
];

export const REQUESTS_CSV_HEAD = csvLine(COLUMNS.map(([head]) => head));

/** One line per request, in the given order. */
export function requestsCsvLines(requests: readonly ListedContactRequest[]): string {
  return requests.map((request) => csvLine(COLUMNS.map(([, cell]) => cell(request)))).join('');
}
