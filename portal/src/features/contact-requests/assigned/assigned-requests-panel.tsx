import type { ListedContactRequest } from '@corvane/shared/contracts/backend/contact/contact-request-list';
import type { CustomerDetails } from '@corvane/shared/contracts/backend/customers/qualification';
import { counted } from '@corvane/shared/lib/counted';
import { Button } from '@corvane/shared/ui/button';
import { EmptyState } from '@corvane/shared/ui/data-states';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { SessionQueries } from '../../../app/session-queries.tsx';
import { useSearchState } from '../../../app/use-search-state.ts';
import { KeptFocus } from '../../../ui/dialogs/kept-focus.tsx';
import { CloseDialogButton } from '../../../ui/dialogs/portal-dialog.tsx';
import { DataTableSkeleton } from '../../../ui/tables/data-table-skeleton.tsx';
import { PagedList } from '../../../ui/tables/paged-list.tsx';
import { AnswerLink } from '../answer/answer-link.tsx';
import { RequestDialog } from '../details/request-dialog.tsx';
import { RequestMissingDialog } from '../details/request-missing-dialog.tsx';
import { RequestsTable } from '../list/requests-table.tsx';
import { OPEN_REQUEST } from '../request-keys.ts';
import { fullName, requestName } from '../request-name.ts';
import { assignedRequestsQuery } from './assigned-requests-query.ts';

interface AssignedRequestsPanelProps {
  repId: string;
  /** Whether the tab is shown. A hidden tab does not reload. */
  isShown: boolean;
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

function AssignedRequests({ repId, isShown, onQualify }: AssignedRequestsPanelProps) {
  const { api } = useHostServices();
  const { state, change } = useSearchState(OPEN_REQUEST);
  const query = assignedRequestsQuery(api, repId);
  const pages = useInfiniteQuery({ ...query, refetchInterval: isShown ? query.refetchInterval : false });
  const requests = pages.data?.pages.flatMap((page) => page.rows) ?? [];
  const newest = pages.data?.pages.at(-1);
  const clockAheadMs = newest?.clockAheadMs ?? 0;
  const openId = isShown ? state.request : null;
  const listed = requests.find(({ requestId }) => requestId === openId);
  // The dialog stays open when the request leaves the list: a manager may reassign it while the rep types.
  const [kept, setKept] = useState(listed);
  if (listed !== undefined && listed !== kept) setKept(listed);
  const open = listed ?? (kept?.requestId === openId ? kept : undefined);
  const close = () => change({ request: null }, 'replace');

  function qualify(request: ListedContactRequest) {
    close();
    onQualify({ email: request.email, name: fullName(request), company: request.company });
  }
  const qualifyButton = (request: ListedContactRequest, tabIndex: 0 | -1) => (
    <Button
      tabIndex={tabIndex}
      className="text-sm whitespace-nowrap max-md:grow lg:px-2.5"
      onClick={() => qualify(request)}
    >
      Qualify
      <span className="sr-only"> {requestName(request)}</span>
    </Button>
  );

  return (
    <section aria-labelledby="portal-requests-heading">
      <h2 id="portal-requests-heading" className="sr-only text-heading print:not-sr-only">
        Requests
      </h2>
      <p role="status" className="mb-3 text-sm text-muted">
        {newest === undefined ? '' : `${counted(newest.openCount, 'open request')} assigned to you`}
      </p>
      <KeptFocus>
        <PagedList
          pages={pages}
          what="your requests"
          noun="request"
          first="first"
          shownCount={requests.length}
          skeleton={<DataTableSkeleton />}
          empty={
            <EmptyState title="No requests yet.">
              A contact request appears here as soon as a manager assigns it to you.
            </EmptyState>
          }
        >
          <RequestsTable
            caption="Contact requests assigned to you, open ones first"
            requests={requests}
            clockAheadMs={clockAheadMs}
            showsAssignee={false}
            actions={(request, tabIndex) => (
              <>
                {qualifyButton(request, tabIndex)}
                {request.consentWithdrawnAt === null ? (
                  <AnswerLink request={request} place="row" tabIndex={tabIndex} />
                ) : null}
              </>
            )}
            onOpen={(request) => change({ request })}
          />
        </PagedList>
      </KeptFocus>
      {open === undefined ? null : (
        <RequestDialog
          key={open.requestId}
          repId={repId}
          request={open}
          clockAheadMs={clockAheadMs}
          actions={
            <CloseDialogButton
              className="text-sm whitespace-nowrap max-md:grow"
              onLeave={() => qualify(open)}
            >
              Qualify
              <span className="sr-only"> {requestName(open)}</span>
            </CloseDialogButton>
          }
          onClose={close}
        />
      )}
      {openId !== null && open === undefined && pages.data !== undefined ? (
        <RequestMissingDialog onClose={close}>
          {pages.hasNextPage
            ? 'This request is not among those shown. Close this, and load more.'
            : 'This request is not assigned to you, or it no longer exists.'}
        </RequestMissingDialog>
      ) : null}
    </section>
  );
}
