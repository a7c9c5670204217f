import {
  CONTACT_REQUEST_STATUSES,
  type ListedContactRequest,
} from '@corvane/shared/contracts/backend/contact/contact-request-list';
import { Button } from '@corvane/shared/ui/button';
import { EmptyState } from '@corvane/shared/ui/data-states';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useHostServices } from '../../app/host-services-context.tsx';
import { useSearchState } from '../../app/use-search-state.ts';
import { useShortcuts } from '../../shortcuts/use-shortcuts.ts';
import { ChoiceBar } from '../../ui/choices/choice-bar.tsx';
import { KeptFocus } from '../../ui/dialogs/kept-focus.tsx';
import { Panel } from '../../ui/parts/panel.tsx';
import { DataList, useRowPages } from '../../ui/tables/data-list.tsx';
import { RowButton } from '../../ui/tables/data-table.tsx';
import { ExportButton } from '../../ui/tables/export-button.tsx';
import { useWay } from '../../ui/tables/way.tsx';
import { AnswerLink } from './answer.tsx';
import {
  exportedRequests,
  managedRequestsQuery,
  repsForAssignmentQuery,
  requestChoicesQuery,
} from './api.ts';
import { ChosenRequests } from './change/chosen-requests.tsx';
import { AssignDialog, SeveralOutcome, useSeveral } from './change/several.tsx';
import { ManagedRequest } from './details.tsx';
import { RequestFilters } from './filters.tsx';
import { REQUEST_COLUMNS, REQUESTS_CSV, requestIdOf } from './list.tsx';
import { ReleaseDialog } from './release-dialog.tsx';
import { OPEN_REQUEST } from './request-keys.ts';
import { REQUESTS_SEARCH } from './search.ts';
import { REQUEST_STATUS_WORDS, requestName } from './words.tsx';

const LISTS = [...CONTACT_REQUEST_STATUSES, 'quarantined'] as const;

/** Every contact request, as the list that managers work through. */
export default function ManagedRequestsPanel() {
  const { api } = useHostServices();
  const search = useSearchState(REQUESTS_SEARCH);
  const { statuses, quarantined, direction } = search.state;
  const opened = useSearchState(OPEN_REQUEST);
  const list = useRowPages(managedRequestsQuery(api, search.state));
  const choices = useQuery(requestChoicesQuery(api));
  const reps = useQuery(repsForAssignmentQuery(api));
  const [released, setReleased] = useState<ListedContactRequest | null>(null);
  useShortcuts({ c: search.clear });

  const several = useSeveral();
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set());
  const [assigned, setAssigned] = useState<readonly ListedContactRequest[] | null>(null);

  const { rows: requests } = list;
  const counts = list.first?.counts;
  const openId = opened.state.request;
  const listed = requests.find(({ requestId }) => requestId === openId);
  /** What left the list is not chosen any more. */
  const chosen = requests.filter(({ requestId }) => chosenIds.has(requestId));
  const way = useWay(list.query, requests.map(requestIdOf), openId, (id) =>
    opened.change({ request: id }, 'replace'),
  );
  const choose = useCallback(
    (id: string, isChosen: boolean) =>
      setChosenIds((ids) => new Set(isChosen ? [...ids, id] : [...ids].filter((one) => one !== id))),
    [],
  );

  const releaseButton = useCallback(
    (request: ListedContactRequest, tabIndex: 0 | -1 = 0) =>
      request.quarantinedAt === null ? null : (
        <RowButton tabIndex={tabIndex} of={requestName(request)} onClick={() => setReleased(request)}>
          Release
        </RowButton>
      ),
    [],
  );
  const rowActions = useCallback(
    (request: ListedContactRequest, tabIndex: 0 | -1) => (
      <>
        {releaseButton(request, tabIndex)}
        <RowButton tabIndex={tabIndex} of={requestName(request)} onClick={() => setAssigned([request])}>
          Assign
        </RowButton>
        {request.consentWithdrawnAt === null ? (
          <AnswerLink request={request} place="row" tabIndex={tabIndex} />
        ) : null}
      </>
    ),
    [releaseButton],
  );

  return (
    <Panel id="requests" title="Requests">
      <ChoiceBar
        legend="Status"
        options={LISTS}
        labelOf={labelOf}
        counts={counts}
        allCount={
          counts === undefined ? undefined : counts.new + counts.in_progress + counts.done + counts.spam
        }
        selected={quarantined ? 'quarantined' : (statuses?.[0] ?? null)}
        onSelect={(list) =>
          search.change(
            list === 'quarantined'
              ? { statuses: null, quarantined: true }
              : { statuses: list && [list], quarantined: false },
          )
        }
      />
      <RequestFilters search={search} choices={choices.data} reps={reps.data} />
      <SeveralOutcome several={several} />
      <div className="flex flex-wrap items-center gap-2">
        <ChosenRequests
          chosen={chosen}
          shownCount={requests.length}
          onChoose={(count) => setChosenIds(new Set(requests.slice(0, count).map(requestIdOf)))}
          onAssign={() => setAssigned(chosen)}
          onSpam={() => {
            several.send(chosen, { status: 'spam' }, 'marked as spam');
            setChosenIds(new Set());
          }}
        />
        <span className="grow" />
        <ExportButton
          format={REQUESTS_CSV}
          pages={(signal) => exportedRequests(api, search.state, signal)}
          fileName="contact-requests.csv"
          noun="request"
          what="the requests"
          allCount={list.allCount}
        />
      </div>
      <KeptFocus>
        <DataList
          list={list}
          what="the requests"
          noun="request"
          first={direction === 'desc' ? 'newest' : 'oldest'}
          caption="Contact requests"
          columns={REQUEST_COLUMNS}
          idOf={requestIdOf}
          openId={openId}
          actions={rowActions}
          choice={{ chosen: chosenIds, nameOf: requestName, onChoose: choose }}
          onOpen={({ requestId }) => opened.change({ request: requestId })}
          empty={
            search.chosen.length > 0 ? (
              <EmptyState title="No request matches.">
                <p>Choose another status, or fewer filters.</p>
                <Button className="mt-4 text-sm" onClick={search.clear}>
                  Show all requests
                </Button>
              </EmptyState>
            ) : (
              <EmptyState title="No requests yet.">
                A request appears here as soon as a visitor sends a form of the site.
              </EmptyState>
            )
          }
        />
      </KeptFocus>
      {openId === null ? null : (
        <ManagedRequest
          key={openId}
          requestId={openId}
          listed={listed}
          listedAt={list.query.isStale ? 0 : list.query.dataUpdatedAt}
          actions={releaseButton}
          way={way}
          onClose={() => opened.change({ request: null }, 'replace')}
        />
      )}
      {assigned === null ? null : (
        <AssignDialog
          requests={assigned}
          reps={reps}
          onChoose={(toRepId, name) => {
            several.send(
              assigned,
              { assignedTo: toRepId },
              name === null ? 'not assigned any more' : `assigned to ${name}`,
            );
            setAssigned(null);
            setChosenIds(new Set());
          }}
          onClose={() => setAssigned(null)}
        />
      )}
      {released === null ? null : (
        <ReleaseDialog key={released.requestId} request={released} onClose={() => setReleased(null)} />
      )}
    </Panel>
  );
}

function labelOf(list: (typeof LISTS)[number]): string {
  return list === 'quarantined' ? 'Held back' : REQUEST_STATUS_WORDS[list].label;
}
