import type { ReleaseFigures } from '@corvane/shared/contracts/backend/operations/release-figures';
import type { ReleaseHistory } from '@corvane/shared/contracts/release-history';
import { formatExactInstant } from '@corvane/shared/lib/instants';
import { EmptyState } from '@corvane/shared/ui/data-states';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useHostServices } from '../../app/host-services-context.tsx';
import { useReloading } from '../../lib/shown.ts';
import { KeptFocus } from '../../ui/dialogs/kept-focus.tsx';
import { Panel } from '../../ui/parts/panel.tsx';
import { DataTable, STATUS_BLOCKS, TableSkeleton } from '../../ui/tables/data-table.tsx';
import { FailedNotice, QueryState } from '../../ui/tables/query-state.tsx';
import { historyQuery, releaseFiguresQuery } from './api.ts';
import { ReleaseDialog } from './details.tsx';
import { RELEASE_COLUMNS, type ToldRelease } from './list.tsx';
import { appsOf, rowsOf } from './release-rows.ts';

/** What is live, as canary and before, for each application. Only read: releases are made on the command line. */
export default function ReleasesPanel() {
  const { api } = useHostServices();
  const history = useQuery(useReloading(historyQuery()));
  const figures = useQuery(useReloading(releaseFiguresQuery(api)));

  return (
    <Panel id="releases" title="Releases">
      <KeptFocus>
        <FailedNotice query={figures} what="Failures and page speed" />
        <QueryState
          query={history}
          what="the releases"
          skeleton={
            <TableSkeleton rowCount={6} rowClassName="h-32 lg:h-[2.8125rem]">
              {STATUS_BLOCKS}
            </TableSkeleton>
          }
          stale="The releases could not be refreshed and may be out of date."
        >
          {(told) =>
            told === null || appsOf(told).length === 0 ? (
              <EmptyState title="No release history yet.">It begins with the next release.</EmptyState>
            ) : (
              <ReleaseTables history={told} figures={figures.data} />
            )
          }
        </QueryState>
      </KeptFocus>
    </Panel>
  );
}

interface ReleaseTablesProps {
  history: ReleaseHistory;
  /** undefined while they are not known. */
  figures: ReleaseFigures | undefined;
}

/** A table for each application. */
function ReleaseTables({ history, figures }: ReleaseTablesProps) {
  const [opened, setOpened] = useState<ToldRelease | null>(null);
  const figuresOf = (app: string, version: string) =>
    figures && (figures.rows.find((row) => row.application === app && row.version === version) ?? null);
  return (
    <div className="flex flex-col gap-8">
      {appsOf(history).map((app) => (
        <section key={app} aria-labelledby={`portal-releases-${app}`}>
          <h3 id={`portal-releases-${app}`} className="mb-3 font-sans text-base">
            {app}
          </h3>
          <DataTable
            caption={`Releases of ${app}`}
            columns={RELEASE_COLUMNS}
            rows={rowsOf(app, history).map((row) => ({ ...row, figures: figuresOf(app, row.version) }))}
            idOf={({ id }) => id}
            openId={opened?.id ?? null}
            onOpen={setOpened}
          />
        </section>
      ))}
      {figures === undefined ? null : (
        <p className="max-w-measure text-sm text-muted">{`Failures and page speed are what browsers reported since ${formatExactInstant(figures.since)}. Page speed: in 3 of 4 page loads, the largest part was painted by then.`}</p>
      )}
      {opened === null ? null : (
        <ReleaseDialog key={opened.id} release={opened} onClose={() => setOpened(null)} />
      )}
    </div>
  );
}
