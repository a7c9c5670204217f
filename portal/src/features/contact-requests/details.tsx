import { promiseOf } from '@corvane/shared/brand/contact-promises';
import { addedFacts } from '@corvane/shared/contracts/backend/contact/contact-form';
import type {
  ListedContactRequest,
  RepForAssignment,
} from '@corvane/shared/contracts/backend/contact/contact-request-list';
import { billedPlan } from '@corvane/shared/contracts/backend/prices/billed-plan';
import { formatExactInstant } from '@corvane/shared/lib/instants';
import { requestReference } from '@corvane/shared/lib/request-reference';
import { Alert } from '@corvane/shared/ui/alert';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { useHostServices } from '../../app/host-services-context.tsx';
import { useReloading } from '../../lib/shown.ts';
import { PortalDialog } from '../../ui/dialogs/portal-dialog.tsx';
import { Fact, Facts, Moment, TextFacts } from '../../ui/facts/facts.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { QueryState } from '../../ui/tables/query-state.tsx';
import { AnswerLink } from './answer.tsx';
import { managedRequestQuery, repsForAssignmentQuery } from './api.ts';
import { type AssigneeField, RequestForm } from './change/request-form.tsx';
import { FirstAnswer, REQUEST_FORM_WORDS, RequestStatusMark, requestName } from './words.tsx';

interface ManagedRequestProps {
  requestId: string;
  /** The request from the list, so the dialog opens at once. undefined when the list does not contain it. */
  listed: ListedContactRequest | undefined;
  /** When the list was loaded, milliseconds since 1970 UTC. */
  listedAt: number;
  actions(request: ListedContactRequest): ReactElement | null;
  way: ReactElement | null;
  onClose(): void;
}

/** The details of the request in the address, whether the list contains it or not. */
export function ManagedRequest(props: ManagedRequestProps) {
  const { requestId, listed, listedAt, actions, way, onClose } = props;
  const { api } = useHostServices();
  // Independent of the list: someone else's change may remove the request from the list while this person types.
  const found = useQuery({
    ...useReloading(managedRequestQuery(api, requestId)),
    ...(listed === undefined ? {} : { initialData: listed, initialDataUpdatedAt: listedAt }),
  });
  const reps = useQuery(repsForAssignmentQuery(api));
  if (found.data) {
    return (
      <RequestDialog
        request={found.data}
        actions={actions(found.data)}
        way={way}
        assigneeField={(request, assignedTo, onChange, readOnly) => (
          <AssigneeChoice
            reps={reps}
            request={request}
            assignedTo={assignedTo}
            readOnly={readOnly}
            onChange={onChange}
          />
        )}
        onClose={onClose}
      />
    );
  }
  return (
    <RequestMissingDialog onClose={onClose}>
      <QueryState query={found} what="the request" skeleton="h-[32rem]">
        {() => 'There is no such request.'}
      </QueryState>
    </RequestMissingDialog>
  );
}

interface RequestDialogProps {
  request: ListedContactRequest;
  /** Actions beside the answer. */
  actions: ReactElement | null;
  assigneeField?: AssigneeField;
  /** The way to the requests before and after it. */
  way: ReactElement | null;
  onClose(): void;
}

/** One request: what the visitor sent, and the form to work on it. */
export function RequestDialog(props: RequestDialogProps) {
  const { request, actions, assigneeField, way, onClose } = props;
  const { consentWithdrawnAt } = request;
  return (
    <PortalDialog onClose={onClose} title={requestName(request)} isBeside startsAtTitle>
      {way}
      <h3 className="sr-only">Message</h3>
      {request.message === '' ? (
        <p className="text-sm text-muted">The visitor wrote no message.</p>
      ) : (
        <Message>{request.message}</Message>
      )}
      {consentWithdrawnAt === null ? null : (
        <div className="mt-4">
          <Alert
            tone="info"
            title="Do not contact this person"
          >{`They withdrew their consent on ${formatExactInstant(consentWithdrawnAt)}.`}</Alert>
        </div>
      )}
      <div className="mt-5 flex flex-wrap gap-2">
        {consentWithdrawnAt === null ? <AnswerLink request={request} place="details" /> : null}
        {actions}
      </div>
      <div className="mt-8">
        <Facts>
          <Fact label="Status">
            <RequestStatusMark status={request.status} isQuarantined={request.quarantinedAt !== null} />
          </Fact>
          {request.answerDueAt === null && request.firstAnsweredAt === null ? null : (
            <Fact label="First answer">
              <FirstAnswer request={request} />
            </Fact>
          )}
          <TextFacts facts={factsOf(request)} />
          <Fact label="Received">
            <Moment at={request.createdAt} />
          </Fact>
        </Facts>
      </div>
      <h3 className="mt-6 mb-3 font-sans text-base">Work on it</h3>
      <RequestForm request={request} assigneeField={assigneeField} onSaved={onClose} />
    </PortalDialog>
  );
}

/** The plan that the form put before the text, and the text, which has a direction of its own. */
function Message({ children }: { children: string }) {
  const [, plan = '', text] = /^(\[Interest in .+? tier\])? ?(.*)$/s.exec(children) ?? [];
  return (
    <div className="text-sm wrap-anywhere">
      {plan === '' ? null : <p>{plan}</p>}
      <p dir="auto" className="whitespace-pre-wrap">
        {text}
      </p>
    </div>
  );
}

function factsOf(request: ListedContactRequest): (readonly [label: string, text: string])[] {
  const { utm } = request;
  const promise = promiseOf(request.source);
  return [
    ['Email', request.email],
    ['Company', request.company],
    ...addedFacts(request),
    ['Sent with', REQUEST_FORM_WORDS[request.form]],
    [promise === undefined ? 'Came from' : 'Asked for', promise ?? request.source],
    ['Plan', billedPlan(request.planName, request.billing)],
    [
      'Campaign',
      Object.keys(utm)
        .map((name) => `${name}: ${utm[name]}`)
        .join(', '),
    ],
    ['Page before', request.referrer],
    ['Assigned to', request.assignedTo?.name ?? 'no one yet'],
    ['Reference', requestReference(request.requestId)],
  ];
}

interface RequestMissingDialogProps {
  onClose(): void;
  /** Why the request is missing, or that it is loading. */
  children: ReactNode;
}

/** Replaces the dialog of a request that is missing. */
export function RequestMissingDialog({ onClose, children }: RequestMissingDialogProps) {
  return (
    <PortalDialog onClose={onClose} title="Contact request" isBeside>
      {children}
    </PortalDialog>
  );
}

interface AssigneeChoiceProps {
  reps: UseQueryResult<RepForAssignment[]>;
  request: ListedContactRequest;
  assignedTo: string | null;
  readOnly: boolean;
  onChange(toRepId: string | null): void;
}

const NOBODY = '';

/** Assigns a request to a representative. */
function AssigneeChoice({ reps, request, assignedTo, readOnly, onChange }: AssigneeChoiceProps) {
  return (
    <QueryState query={reps} what="the representatives" skeleton="h-11">
      {(known) => (
        <SelectField
          label="Assigned to"
          value={assignedTo ?? NOBODY}
          options={[
            { value: NOBODY, label: 'Not assigned' },
            ...current(request, known),
            ...known.map(({ id, name, email }) => ({ value: id, label: `${name} (${email})` })),
          ]}
          readOnly={readOnly}
          onChange={(toRepId) => onChange(toRepId === NOBODY ? null : toRepId)}
        />
      )}
    </QueryState>
  );
}

/** Includes the current representative, even one to whom requests can no longer be assigned. */
function current({ assignedTo }: ListedContactRequest, known: readonly RepForAssignment[]) {
  if (assignedTo === null || known.some(({ id }) => id === assignedTo.id)) return [];
  return [{ value: assignedTo.id, label: assignedTo.name }];
}
