import {
  type ListedRep,
  REP_STATES,
  type RepState,
} from '@corvane/shared/contracts/backend/representatives/rep-list';
import { Button } from '@corvane/shared/ui/button';
import { EmptyState } from '@corvane/shared/ui/data-states';
import { useState } from 'react';
import { useHostServices } from '../../app/host-services-context.tsx';
import { useSearchState } from '../../app/use-search-state.ts';
import { id } from '../../lib/search-state.ts';
import { useShortcuts } from '../../shortcuts/use-shortcuts.ts';
import { ChoiceBar } from '../../ui/choices/choice-bar.tsx';
import { ClearAll, ListSearch } from '../../ui/choices/filter-bar.tsx';
import { KeptFocus } from '../../ui/dialogs/kept-focus.tsx';
import { Panel } from '../../ui/parts/panel.tsx';
import { DataList, useRowPages } from '../../ui/tables/data-list.tsx';
import { repsQuery } from './api.ts';
import { type ConfirmedAction, RepConfirm } from './change/rep-confirm.tsx';
import { RepForm } from './change/rep-form.tsx';
import { SalesIdDialog } from './change/sales-id-dialog.tsx';
import { RepDialog } from './details.tsx';
import { HandoverDialog } from './handover/handover-dialog.tsx';
import { RecentHandovers } from './handover/recent-handovers.tsx';
import { REP_COLUMNS } from './list.tsx';
import { REPS_SEARCH } from './search.ts';

/** The open action, in a separate dialog. */
type Doing = { what: 'add' } | { what: 'edit' | 'hand-over' | ConfirmedAction; rep: ListedRep };

/** A new sales ID, stored nowhere else. */
interface NewSalesId {
  name: string;
  salesId: string;
}

const STATE_LABELS: Readonly<Record<RepState, string>> = {
  enabled: 'Enabled',
  disabled: 'Disabled',
  managers: 'Managers',
};

const OPEN = { rep: id('rep') };

/** Every representative, and the actions of managers. */
export default function RepresentativesPanel() {
  const { api } = useHostServices();
  const search = useSearchState(REPS_SEARCH);
  const { state: filter, chosen, change, clear } = search;
  const opened = useSearchState(OPEN);
  const list = useRowPages(repsQuery(api, filter));
  const [doing, setDoing] = useState<Doing | null>(null);
  /** To be shown, one after another, while no action is open. */
  const [salesIds, setSalesIds] = useState<readonly NewSalesId[]>([]);
  const [salesId] = salesIds;
  useShortcuts({ c: clear });

  const { rows: reps } = list;
  const counts = list.first?.counts;
  const openId = opened.state.rep;
  const listed = reps.find(({ id }) => id === openId);

  const actionButton = (rep: ListedRep, what: 'edit' | ConfirmedAction, label: string) => (
    <Button className="text-sm max-md:grow" onClick={() => setDoing({ what, rep })}>
      {label}
    </Button>
  );

  return (
    <Panel id="reps" title="Representatives">
      <ChoiceBar
        legend="State"
        options={REP_STATES}
        labelOf={(state) => STATE_LABELS[state]}
        counts={counts}
        // Managers are enabled representatives too.
        allCount={counts === undefined ? undefined : counts.enabled + counts.disabled}
        selected={filter.state}
        onSelect={(state) => change({ state })}
      />
      <div className="flex flex-wrap items-center gap-2 md:gap-3">
        <ListSearch search={search} label="Search representatives" placeholder="Name or email" />
        <ClearAll onClear={chosen.length > 0 ? clear : null} />
        <Button
          variant="solid"
          className="text-sm max-md:grow md:ml-auto"
          onClick={() => setDoing({ what: 'add' })}
        >
          Add a representative
        </Button>
      </div>
      <RecentHandovers />
      <KeptFocus>
        <DataList
          list={list}
          what="the representatives"
          noun="representative"
          first="first"
          caption="Representatives"
          columns={REP_COLUMNS}
          idOf={({ id }) => id}
          openId={openId}
          actions={(rep, tabIndex) =>
            rep.customers + rep.openRequests === 0 ? null : (
              <Button
                tabIndex={tabIndex}
                className="text-sm whitespace-nowrap max-md:grow lg:px-2.5"
                onClick={() => setDoing({ what: 'hand-over', rep })}
              >
                Hand over
                <span className="sr-only">{` from ${rep.name}`}</span>
              </Button>
            )
          }
          onOpen={({ id: rep }) => opened.change({ rep })}
          empty={
            chosen.length > 0 ? (
              <EmptyState title="No representative matches.">
                <p>Choose another state, or search for something else.</p>
                <Button className="mt-4 text-sm" onClick={clear}>
                  Show all representatives
                </Button>
              </EmptyState>
            ) : (
              <EmptyState title="No representatives yet.">Add the first one above.</EmptyState>
            )
          }
        />
      </KeptFocus>
      {openId === null ? null : (
        <RepDialog
          key={openId}
          id={openId}
          listed={listed}
          listedAt={list.query.isStale ? 0 : list.query.dataUpdatedAt}
          actions={(rep) => (
            <>
              {rep.erasedAt === null ? actionButton(rep, 'edit', 'Edit') : null}
              {rep.disabledAt === null && !rep.takesRequests
                ? actionButton(rep, 'take', 'Give new requests')
                : null}
              {rep.disabledAt === null ? actionButton(rep, 'rotate', 'New sales ID') : null}
              {rep.disabledAt !== null && rep.erasedAt === null
                ? actionButton(rep, 'enable', 'Enable')
                : null}
            </>
          )}
          onLeavingStep={(what, rep) => setDoing({ what, rep })}
          onClose={() => opened.change({ rep: null }, 'replace')}
        />
      )}
      {doing === null ? null : (
        <DoingDialog
          doing={doing}
          onSalesId={(name, salesId) => setSalesIds((waiting) => [...waiting, { name, salesId }])}
          onClose={() => setDoing(null)}
        />
      )}
      {doing !== null || salesId === undefined ? null : (
        <SalesIdDialog
          key={salesId.salesId}
          {...salesId}
          onClose={() => setSalesIds(([, ...waiting]) => waiting)}
        />
      )}
    </Panel>
  );
}

interface DoingDialogProps {
  doing: Doing;
  onSalesId(name: string, salesId: string): void;
  onClose(): void;
}

function DoingDialog({ doing, ...dialog }: DoingDialogProps) {
  switch (doing.what) {
    case 'add':
      return <RepForm {...dialog} rep={null} />;
    case 'edit':
      return <RepForm {...dialog} rep={doing.rep} />;
    case 'hand-over':
      return <HandoverDialog {...dialog} rep={doing.rep} />;
    default:
      return <RepConfirm {...dialog} rep={doing.rep} action={doing.what} />;
  }
}
