import type { ListedContactRequest } from '@corvane/shared/contracts/backend/contact/contact-request-list';
import type { CustomerDetails } from '@corvane/shared/contracts/backend/customers/qualification';
import { counted } from '@corvane/shared/lib/counted';
import { EmptyState } from '@corvane/shared/ui/data-states';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useDone } from '../../app/done.tsx';
import { useHostServices } from '../../app/host-services-context.tsx';
import { SessionQueries } from '../../app/session-queries.tsx';
import { useChange } from '../../app/use-change.ts';
import { useSearchState } from '../../app/use-search-state.ts';
import { accessFailureWords, extendAccess, extendedWords } from '../../lib/extend-access.ts';
import { askFirst } from '../../ui/dialogs/ask-first.ts';
import { KeptFocus } from '../../ui/dialogs/kept-focus.tsx';
import { CloseDialogButton } from '../../ui/dialogs/within-dialog.tsx';
import { Panel } from '../../ui/parts/panel.tsx';
import { DataList, useRowPages } from '../../ui/tables/data-list.tsx';
import { RowButton } from '../../ui/tables/data-table.tsx';
import { useWay } from '../../ui/tables/way.tsx';
import { AnswerLink } from './answer.tsx';
import { assignedRequestsQuery } from './api.ts';
import { RequestDialog, RequestMissingDialog } from './details.tsx';
import { OWN_REQUEST_COLUMNS, requestIdOf } from './list.tsx';
import { OPEN_REQUEST } from './request-keys.ts';
import { fullName, requestName } from './words.tsx';

interface AssignedRequestsPanelProps {
  /** Opens the Qualify tab with these details filled in. */
  onQualify(details: CustomerDetails): void;
}

/** The contact requests that a manager assigned to the rep. */
export default function AssignedRequestsPanel(props: AssignedRequestsPanelProps) {
  return (
    <SessionQueries>
      <AssignedRequests {...props} />
    </SessionQueries>
  );
}

function AssignedRequests({ onQualify }: AssignedRequestsPanelProps) {
  const { api, location, navigate } = useHostServices();
  const { state, change } = useSearchState(OPEN_REQUEST);
  const list = useRowPages(assignedRequestsQuery(api));
  const { query, rows: requests } = list;
  const newest = query.data?.pages.at(-1);
  const openId = state.request;
  const listed = requests.find(({ requestId }) => requestId === openId);
  // The dialog stays open when the request leaves the list: a manager may reassign it while the rep types.
  const [kept, setKept] = useState(listed);
  if (listed !== undefined && listed !== kept) setKept(listed);
  const open = listed ?? (kept?.requestId === openId ? kept : undefined);
  const close = () => change({ request: null }, 'replace');
  const way = useWay(query, requests.map(requestIdOf), openId, (id) => change({ request: id }, 'replace'));

  /** A customer needs no new qualification: their access is extended or renewed where they are listed. */
  function goOn(request: ListedContactRequest) {
    askFirst(() => {
      if (request.customerId !== null) {
        navigate(`${location.pathname}?tab=customers&customer=${request.customerId}`);
        return;
      }
      close();
      onQualify({ email: request.email, name: fullName(request), company: request.company });
    }, 'all');
  }

  const extend = useExtension();
  return (
    <Panel id="requests" title="Requests" className="">
      <p role="status" className="mb-3 text-sm text-muted">
        {newest === undefined
          ? ''
          : `${counted(newest.openCount, 'open request')} assigned to you${newest.overdueCount === 0 ? '' : `, ${newest.overdueCount} overdue`}`}
      </p>
      <KeptFocus>
        <DataList
          list={list}
          what="your requests"
          noun="request"
          first="first"
          caption="Contact requests assigned to you, open ones first"
          columns={OWN_REQUEST_COLUMNS}
          idOf={requestIdOf}
          openId={openId}
          actions={(request, tabIndex) => (
            <>
              {asksForAccess(request) ? (
                <RowButton tabIndex={tabIndex} of={requestName(request)} onClick={() => extend.send(request)}>
                  Extend access
                </RowButton>
              ) : null}
              <RowButton tabIndex={tabIndex} of={requestName(request)} onClick={() => goOn(request)}>
                {goOnWords(request)}
              </RowButton>
              {request.consentWithdrawnAt === null ? (
                <AnswerLink request={request} place="row" tabIndex={tabIndex} />
              ) : null}
            </>
          )}
          onOpen={({ requestId }) => change({ request: requestId })}
          empty={
            <EmptyState title="No requests yet.">
              A contact request appears here as soon as a manager assigns it to you.
            </EmptyState>
          }
        />
      </KeptFocus>
      {open === undefined ? null : (
        <RequestDialog
          key={open.requestId}
          request={open}
          actions={
            <>
              {asksForAccess(open) ? (
                <CloseDialogButton
                  className="text-sm whitespace-nowrap max-md:grow"
                  onLeave={() => {
                    close();
                    extend.send(open);
                  }}
                >
                  Extend access
                  <span className="sr-only">{` ${requestName(open)}`}</span>
                </CloseDialogButton>
              ) : null}
              <CloseDialogButton className="text-sm whitespace-nowrap max-md:grow" onLeave={() => goOn(open)}>
                <span>{goOnWords(open)}</span>
                <span className="sr-only">{` ${requestName(open)}`}</span>
              </CloseDialogButton>
            </>
          }
          way={way}
          onClose={close}
        />
      )}
      {openId !== null && open === undefined && query.data !== undefined ? (
        <RequestMissingDialog onClose={close}>
          {query.hasNextPage
            ? 'This request is not among those shown. Close this, and load more.'
            : 'This request is not assigned to you, or it no longer exists.'}
        </RequestMissingDialog>
      ) : null}
    </Panel>
  );
}

const goOnWords = ({ customerId }: ListedContactRequest) =>
  customerId === null ? 'Qualify' : 'Open customer';

/** Whether the rep's customer asks for what an extension of their link gives. */
const asksForAccess = ({ customerId, source, status }: ListedContactRequest) =>
  customerId !== null && /^(more-time|new-link)$/.test(source) && /^(new|in_progress)$/.test(status);

/** Answers a request with one press: the link works longer, the customer is told, and the request is done. */
function useExtension() {
  const { api } = useHostServices();
  const say = useDone();
  const queries = useQueryClient();
  return useChange({
    mutationKey: ['extension'],
    subjectOf: ({ requestId }: ListedContactRequest) => requestId,
    onMutate: () => say(null),
    mutationFn: ({ customerId, requestId }) => extendAccess(api, { customerId: customerId ?? '', requestId }),
    onSuccess: (extended, request) =>
      say({
        title: 'Access extended',
        description: extendedWords(requestName(request), extended),
      }),
    failureMessage: (error, request) => ({
      title: `Extend access for ${requestName(request)}`,
      description: accessFailureWords(error),
    }),
    // Also after a failure: the answer may have been lost.
    onSettled: () => queries.invalidateQueries(),
  });
}
