import { Button } from '@corvane/shared/ui/button';
import { EmptyState } from '@corvane/shared/ui/data-states';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { useSearchState } from '../../../app/use-search-state.ts';
import { serverNowMs } from '../../../lib/server-clock.ts';
import { KeptFocus } from '../../../ui/dialogs/kept-focus.tsx';
import { SelectField } from '../../../ui/fields/select-field.tsx';
import { LoadMore } from '../../../ui/tables/data-list.tsx';
import { DataTable } from '../../../ui/tables/data-table.tsx';
import { QueryState, Refreshing } from '../../../ui/tables/query-state.tsx';
import { FIGURES_LOOK } from '../list.tsx';
import type { SalesView } from '../search.ts';
import { rankingQuery, TEAM_SEARCH } from './api.ts';
import { firstWay, RANKING_CHOICES, type RankingSort, ranked, rankingColumns } from './list.tsx';
import { RatesDialog } from './rates-dialog.tsx';
import { TargetsDialog } from './targets-dialog.tsx';

/** How many are shown at first: the sales follow below. */
const FIRST_RANKED = 25;

/** The representatives compared by the chosen sales. */
export function Ranking({ view, onOpen }: { view: SalesView; onOpen(repId: string): void }) {
  const { api } = useHostServices();
  const { state, change } = useSearchState(TEAM_SEARCH);
  const ranking = useQuery(rankingQuery(api, view));
  const [open, setOpen] = useState<'targets' | 'rates' | null>(null);
  const [isWhole, setWhole] = useState(false);
  const close = () => setOpen(null);
  const { by } = state;
  const today = new Date(serverNowMs()).toISOString().slice(0, 10);
  const isRunning = ranking.data?.targetMonth === today.slice(0, 7) && (view.filter.to ?? today) >= today;
  const paceDay = isRunning ? today : null;
  // The same columns, so that 200 rows do not render again while their figures load.
  const columns = useMemo(() => rankingColumns(paceDay), [paceDay]);
  const way = state.way ?? firstWay(by);
  function sortBy(next: RankingSort, isReversed: boolean) {
    const opposite = way === 'asc' ? 'desc' : 'asc';
    change({ by: next, way: isReversed && opposite !== firstWay(next) ? opposite : null });
  }
  return (
    <section aria-labelledby="portal-ranking-heading">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <h3 id="portal-ranking-heading" className="text-heading">
          Representatives
        </h3>
        <div className="flex flex-wrap gap-2 lg:order-last">
          <Button
            variant="quiet"
            className="text-sm"
            aria-haspopup="dialog"
            onClick={() => setOpen('targets')}
          >
            Set targets
          </Button>
          <Button variant="quiet" className="text-sm" aria-haspopup="dialog" onClick={() => setOpen('rates')}>
            Rates
          </Button>
        </div>
        <div className="flex items-end gap-2 max-md:w-full lg:hidden">
          <SelectField
            label="Rank by"
            className="grow"
            value={by}
            options={RANKING_CHOICES}
            onChange={(next) => sortBy(next, false)}
          />
          <Button className="text-sm" onClick={() => sortBy(by, true)}>
            Reverse
            <span className="sr-only"> the order</span>
          </Button>
        </div>
      </div>
      <KeptFocus>
        <QueryState
          query={ranking}
          what="the ranking"
          skeleton="h-60"
          stale="This ranking could not be refreshed and may be out of date."
        >
          {({ rows }) =>
            rows.length === 0 ? (
              <EmptyState title="There are no representatives yet." />
            ) : (
              <Refreshing isOld={ranking.isPlaceholderData}>
                <DataTable
                  caption="Representatives by the chosen sales. Amounts in US dollars. Enter shows one's figures."
                  columns={columns}
                  look={FIGURES_LOOK}
                  rows={ranked(rows, by, way).slice(0, isWhole ? undefined : FIRST_RANKED)}
                  idOf={({ repId }) => repId}
                  order={{ by, direction: way, onSort: (next) => sortBy(next, next === by) }}
                  opensIn="place"
                  openerTitle="Show the figures of this representative"
                  onOpen={({ repId }) => onOpen(repId)}
                />
                {rows.length > FIRST_RANKED ? (
                  <LoadMore
                    label={`Show all ${rows.length}`}
                    pages={{ hasNextPage: !isWhole, fetchNextPage: () => setWhole(true) }}
                  >
                    {isWhole
                      ? `All ${rows.length} representatives are shown`
                      : `The first ${FIRST_RANKED} of ${rows.length} representatives are shown`}
                  </LoadMore>
                ) : null}
              </Refreshing>
            )
          }
        </QueryState>
      </KeptFocus>
      <p className="mt-2 text-xs leading-4 text-muted">
        Links opened: customers who opened their link in this period. Became sales: those who bought on that
        day or later. Target: of a month that is shown from its first day, without cancelled sales.
      </p>
      {open === 'targets' ? (
        <TargetsDialog month={ranking.data?.targetMonth ?? today.slice(0, 7)} onClose={close} />
      ) : null}
      {open === 'rates' ? <RatesDialog onClose={close} /> : null}
    </section>
  );
}
