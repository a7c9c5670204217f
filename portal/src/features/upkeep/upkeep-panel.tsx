import type { SiteFinding, Upkeep } from '@corvane/shared/contracts/backend/operations/upkeep';
import { counted } from '@corvane/shared/lib/counted';
import { Alert } from '@corvane/shared/ui/alert';
import { EmptyState } from '@corvane/shared/ui/data-states';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useHostServices } from '../../app/host-services-context.tsx';
import { agoWords } from '../../lib/ago-words.ts';
import { useServerNow } from '../../lib/server-clock.ts';
import { useReloading } from '../../lib/shown.ts';
import { Panel } from '../../ui/parts/panel.tsx';
import { DataTable, STATUS_BLOCKS, TableSkeleton } from '../../ui/tables/data-table.tsx';
import { QueryState } from '../../ui/tables/query-state.tsx';
import { upkeepQuery } from './api.ts';
import { FindingDialog } from './details.tsx';
import { byVerdict, UPKEEP_COLUMNS } from './list.tsx';

/** The doctor looks every hour: `ops doctor`. */
const LATE_MS = 3 * 3_600_000;

/** Whether backups, jobs, mail and certificates are well, as the doctor saw it. Only read. */
export default function UpkeepPanel() {
  const { api } = useHostServices();
  const query = useQuery(useReloading(upkeepQuery(api)));
  return (
    <Panel id="upkeep" title="Upkeep">
      <QueryState
        query={query}
        what="the checks of the site"
        skeleton={
          <TableSkeleton rowCount={8} rowClassName="h-24 lg:h-[2.8125rem]">
            {STATUS_BLOCKS}
          </TableSkeleton>
        }
        stale="These checks could not be refreshed and may be out of date."
      >
        {(upkeep) => <Findings {...upkeep} />}
      </QueryState>
    </Panel>
  );
}

const findingIdOf = ({ name, machine }: SiteFinding) => `${name} ${machine ?? ''}`;

function Findings({ examinedAt, findings }: Upkeep) {
  const nowMs = useServerNow();
  const [opened, setOpened] = useState<SiteFinding | null>(null);
  if (examinedAt === null)
    return <EmptyState title="The site was not checked yet.">It is checked once an hour.</EmptyState>;
  const wrong = findings.filter(({ verdict }) => verdict === 'wrong').length;
  const ago = agoWords(nowMs - Date.parse(examinedAt));
  return (
    <div className="grid gap-3">
      {nowMs - Date.parse(examinedAt) < LATE_MS ? (
        <p className="text-sm text-muted">
          {`The site was checked ${ago}: ${wrong === 0 ? 'nothing is wrong' : counted(wrong, 'fault')}.`}
        </p>
      ) : (
        <Alert tone="error" title={`The site was last checked ${ago}, so this may be out of date.`}>
          It is checked once an hour. Ask your operator why it was not.
        </Alert>
      )}
      <DataTable
        caption="Checks of the site"
        columns={UPKEEP_COLUMNS}
        rows={byVerdict(findings)}
        idOf={findingIdOf}
        openId={opened && findingIdOf(opened)}
        onOpen={setOpened}
      />
      {opened === null ? null : (
        <FindingDialog key={findingIdOf(opened)} finding={opened} onClose={() => setOpened(null)} />
      )}
    </div>
  );
}
