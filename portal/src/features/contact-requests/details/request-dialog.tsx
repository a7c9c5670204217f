import { promiseOf } from '@corvane/shared/brand/contact-promises';
import { addedFacts } from '@corvane/shared/contracts/backend/contact/contact-form';
import type { ListedContactRequest } from '@corvane/shared/contracts/backend/contact/contact-request-list';
import { formatExactInstant } from '@corvane/shared/lib/instants';
import { requestReference } from '@corvane/shared/lib/request-reference';
import { Alert } from '@corvane/shared/ui/alert';
import type { ReactElement } from 'react';
import { PortalDialog } from '../../../ui/dialogs/portal-dialog.tsx';
import { Fact, Facts, Moment } from '../../../ui/facts/facts.tsx';
import { AnswerLink } from '../answer/answer-link.tsx';
import { type AssigneeField, RequestForm } from '../change/request-form.tsx';
import { requestName } from '../request-name.ts';
import { REQUEST_FORM_WORDS } from '../status/request-form-words.ts';
import { RequestStatusMark } from '../status/request-status.tsx';

interface RequestDialogProps {
  repId: string;
  request: ListedContactRequest;
  clockAheadMs: number;
  /** Actions beside the answer. */
  actions: ReactElement | null;
  assigneeField?: AssigneeField;
  onClose(): void;
}

/** One request: what the visitor sent, and the form to work on it. */
export function RequestDialog(props: RequestDialogProps) {
  const { repId, request, clockAheadMs, actions, assigneeField, onClose } = props;
  const { consentWithdrawnAt } = request;
  return (
    <PortalDialog onClose={onClose} title={requestName(request)} startsAtTitle>
      <Facts>
        <Fact label="Status">
          <RequestStatusMark status={request.status} isQuarantined={request.quarantinedAt !== null} />
        </Fact>
        {factsOf(request).map(([label, text]) => (
          <Fact key={label} label={label}>
            <span className="wrap-anywhere">{text}</span>
          </Fact>
        ))}
        <Fact label="Received">
          <Moment at={request.createdAt} />
        </Fact>
      </Facts>
      <h3 className="mt-6 mb-3 font-sans text-base font-semibold">Message</h3>
      {request.message === '' ? (
        <p className="text-sm text-muted">The visitor wrote no message.</p>
      ) : (
        <p className="text-sm whitespace-pre-wrap wrap-anywhere">{request.message}</p>
      )}
      {consentWithdrawnAt === null ? null : (
        <div className="mt-4">
          <Alert tone="info" title="Do not contact this person">
            They withdrew their consent on {formatExactInstant(consentWithdrawnAt)}.
          </Alert>
        </div>
      )}
      <div className="mt-5 flex flex-wrap gap-2">
        {consentWithdrawnAt === null ? <AnswerLink request={request} place="details" /> : null}
        {actions}
      </div>
      <h3 className="mt-6 mb-3 font-sans text-base font-semibold">Work on it</h3>
      <RequestForm
        repId={repId}
        request={request}
        clockAheadMs={clockAheadMs}
        assigneeField={assigneeField}
        onSaved={onClose}
      />
    </PortalDialog>
  );
}

/** What the visitor sent, and where they came from. Empty values are left out. */
function factsOf(request: ListedContactRequest): (readonly [label: string, text: string])[] {
  const { utm } = request;
  const promise = promiseOf(request.source);
  const facts = [
    ['Email', request.email],
    ['Company', request.company],
    ...addedFacts(request),
    ['Sent with', REQUEST_FORM_WORDS[request.form]],
    [promise === undefined ? 'Came from' : 'Asked for', promise ?? request.source],
    ['Plan', request.planName],
    [
      'Campaign',
      Object.keys(utm)
        .map((name) => `${name}: ${utm[name]}`)
        .join(', '),
    ],
    ['Page before', request.referrer],
    ['Assigned to', request.assignedTo?.name ?? 'not assigned'],
    ['Reference', requestReference(request.requestId)],
  ] satisfies (readonly [string, string])[];
  return facts.filter(([, text]) => text !== '');
}
