import { Button } from '@corvane/shared/ui/button';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { useSearchState } from '../../../app/use-search-state.ts';
import { serverNowMs } from '../../../lib/server-clock.ts';
import { RepChoice } from '../../../ui/choices/rep-choice.tsx';
import { Commissions } from '../commissions-panel.tsx';
import { SALE_COLUMNS } from '../list.tsx';
import { EVERY_SALE, salesOn } from '../search.ts';
import { exportedSales, rankingQuery, TEAM_SALES_SEARCH, TEAM_SEARCH } from './api.ts';
import { Comparison } from './comparison.tsx';
import { ImportDialog } from './import/import-dialog.tsx';
import { RecentImports } from './import/recent-imports.tsx';
import { TEAM_SALE_COLUMNS } from './list.tsx';
import { Ranking } from './ranking.tsx';

/** My Commissions for a manager: of all representatives, who are ranked, or of one of them. */
export default function TeamPanel() {
  const { state, change } = useSearchState(TEAM_SEARCH);
  const choice = useRef<HTMLDivElement>(null);
  const [isImporting, setImporting] = useState(false);
  const { rep } = state;
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-end justify-between gap-2 md:gap-3">
        <div ref={choice} className="grow">
          <RankedRepChoice rep={rep} onChoose={(chosen) => change({ rep: chosen })} />
        </div>
        <Button className="text-sm max-md:grow" onClick={() => setImporting(true)}>
          Import sales
        </Button>
      </div>
      <RecentImports />
      {isImporting ? <ImportDialog onClose={() => setImporting(false)} /> : null}
      <Commissions
        // The figures of one person must not stand under the name of another while those load.
        key={rep}
        title="Team"
        scope={rep ?? 'all'}
        fields={TEAM_SALES_SEARCH}
        columns={rep === null ? TEAM_SALE_COLUMNS : SALE_COLUMNS}
        pages={exportedSales}
      >
        {(view, dashboard) => (
          <>
            <Comparison view={view} dashboard={dashboard} />
            {rep === null ? (
              <Ranking
                view={view}
                onOpen={(chosen) => {
                  change({ rep: chosen });
                  // The ranking disappears with its focused row.
                  choice.current?.querySelector('select')?.focus();
                }}
              />
            ) : null}
          </>
        )}
      </Commissions>
    </div>
  );
}

function RankedRepChoice({ rep, onChoose }: { rep: string | null; onChoose(rep: string | null): void }) {
  const { api } = useHostServices();
  const { state } = useSearchState(TEAM_SALES_SEARCH, EVERY_SALE);
  const today = new Date(serverNowMs()).toISOString().slice(0, 10);
  // The ranking's own call.
  const ranking = useQuery(rankingQuery(api, salesOn(today, state)));
  const reps = ranking.data?.rows.map(({ repId, name, isDisabled }) => ({ id: repId, name, isDisabled }));
  return <RepChoice rep={rep} reps={reps} onChoose={onChoose} />;
}
