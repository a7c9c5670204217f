import type { AuditLine } from '@corvane/shared/contracts/backend/operations/audit-trail';
import { Button } from '@corvane/shared/ui/button';
import { EmptyState } from '@corvane/shared/ui/data-states';
import { useState } from 'react';
import { useHostServices } from '../../app/host-services-context.tsx';
import { useSearchState } from '../../app/use-search-state.ts';
import { useShortcuts } from '../../shortcuts/use-shortcuts.ts';
import { KeptFocus } from '../../ui/dialogs/kept-focus.tsx';
import { Panel } from '../../ui/parts/panel.tsx';
import { DataList, useRowPages } from '../../ui/tables/data-list.tsx';
import { TableSkeleton } from '../../ui/tables/data-table.tsx';
import { ExportButton, JSON_LINES } from '../../ui/tables/export-button.tsx';
import { auditTrailQuery, exportedLines } from './api.ts';
import { AuditActionDialog, AuditLineDialog } from './details.tsx';
import { AuditFilters } from './filters.tsx';
import { type AuditRow, foldActions } from './fold-actions.ts';
import { AUDIT_COLUMNS, AUDIT_CSV } from './list.tsx';
import { AUDIT_SEARCH } from './search.ts';

const lineIdOf = ({ lineNumber }: AuditLine) => String(lineNumber);

/** The history of access, prices and people's data, in sentences. */
export default function AuditPanel() {
  const { api } = useHostServices();
  const filter = useSearchState(AUDIT_SEARCH);
  const list = useRowPages(auditTrailQuery(api, filter.state), false);
  const { query } = list;
  const [opened, setOpened] = useState<AuditRow | null>(null);
  const [chosen, setChosen] = useState<AuditLine | null>(null);
  // A line that stands alone needs no choice.
  const line = opened?.action === undefined ? opened : chosen;
  useShortcuts({ c: filter.clear });

  // An answer for another selection is about another person.
  const person = query.isPlaceholderData ? null : (list.first?.person ?? null);
  const file = {
    pages: (signal: AbortSignal) => exportedLines(api, filter.state, signal),
    noun: 'line',
    what: 'the trail',
    allCount: list.allCount,
  };

  return (
    <Panel id="audit" title="Audit">
      <AuditFilters filter={filter} person={person} />
      <div className="flex flex-wrap gap-2">
        <ExportButton {...file} format={AUDIT_CSV} fileName="audit-trail.csv" />
        <ExportButton {...file} format={JSON_LINES} fileName="audit-trail.ndjson" />
      </div>
      <KeptFocus>
        <DataList
          list={{ ...list, rows: foldActions(list.rows, query.hasNextPage) }}
          what="the trail"
          noun="line"
          first="newest"
          caption="Audit trail"
          columns={AUDIT_COLUMNS}
          idOf={lineIdOf}
          openId={opened && lineIdOf(opened)}
          onOpen={(row) => {
            setChosen(null);
            setOpened(row);
          }}
          skeleton={<TableSkeleton rowClassName="h-28 lg:h-[2.8125rem]" />}
          empty={
            filter.chosen.length > 0 ? (
              <EmptyState title="No line matches.">
                <p>Choose another person or event, or more days.</p>
                <Button className="mt-4 text-sm" onClick={filter.clear}>
                  Show the whole trail
                </Button>
              </EmptyState>
            ) : (
              <EmptyState title="The trail is empty.">
                A line appears here as soon as someone signs in or changes something.
              </EmptyState>
            )
          }
        />
      </KeptFocus>
      {opened === null || line !== null ? null : (
        <AuditActionDialog
          key={lineIdOf(opened)}
          row={opened}
          onLine={setChosen}
          onClose={() => setOpened(null)}
        />
      )}
      {line === null ? null : (
        <AuditLineDialog
          key={line.lineNumber}
          line={line}
          onPerson={(id) => {
            setChosen(null);
            setOpened(null);
            filter.change({ person: id, event: null, from: null, to: null });
          }}
          onClose={() => (chosen === null ? setOpened(null) : setChosen(null))}
        />
      )}
    </Panel>
  );
}
