import type { AuditLine } from '@corvane/shared/contracts/backend/operations/audit-trail';
import { isApiError } from '@corvane/shared/contracts/remote/api-error';
import { Button } from '@corvane/shared/ui/button';
import { EmptyState } from '@corvane/shared/ui/data-states';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useHostServices } from '../../app/host-services-context.tsx';
import { useSearchState } from '../../app/use-search-state.ts';
import type { OperationsPanelProps } from '../../lib/operations-panel.ts';
import { useShortcuts } from '../../shortcuts/use-shortcuts.ts';
import { KeptFocus } from '../../ui/dialogs/kept-focus.tsx';
import { ExportButton } from '../../ui/tables/export-button.tsx';
import { PagedList } from '../../ui/tables/paged-list.tsx';
import { AUDIT_CSV_HEAD, auditCsvLines, auditJsonLines } from './audit-csv.ts';
import { AuditFilters } from './audit-filters.tsx';
import { AuditLineDialog } from './audit-line-dialog.tsx';
import { AUDIT_FILTER, auditTrailQuery, exportedLines } from './audit-queries.ts';
import { AuditTable, AuditTableSkeleton } from './audit-table.tsx';
import { PersonSearch } from './person-search.tsx';

/** The history of access, prices and people's data, in sentences. */
export default function AuditPanel({ repId, isShown, onRefused }: OperationsPanelProps) {
  const { api } = useHostServices();
  const filter = useSearchState(AUDIT_FILTER);
  const pages = useInfiniteQuery(auditTrailQuery(api, repId, filter.state));
  const [opened, setOpened] = useState<AuditLine | null>(null);
  useShortcuts(isShown, { c: filter.clear });

  const isRefused = isApiError(pages.error) && pages.error.code === 'forbidden';
  useEffect(() => {
    if (isRefused) onRefused();
  }, [isRefused, onRefused]);

  const lines = pages.data?.pages.flatMap((page) => page.rows) ?? [];
  const clockAheadMs = pages.data?.pages[0]?.clockAheadMs ?? 0;
  // An answer for another selection is about another person.
  const person = pages.isPlaceholderData ? null : (pages.data?.pages[0]?.person ?? null);
  // The total is known only for an empty list.
  const allCount = pages.isSuccess && !pages.isPlaceholderData && lines.length === 0 ? 0 : undefined;
  const source = {
    pages: (signal: AbortSignal) => exportedLines(api, filter.state, signal),
    noun: 'line',
    failure: 'Failed to export the trail',
  };

  return (
    <section aria-labelledby="portal-audit-heading" className="flex flex-col gap-5">
      <h2 id="portal-audit-heading" className="sr-only text-heading print:not-sr-only">
        Audit
      </h2>
      <AuditFilters
        filter={filter}
        personSearch={
          <PersonSearch
            key={filter.clears}
            repId={repId}
            chosen={filter.state.person}
            person={person}
            onChoose={(id) => filter.change({ person: id })}
          />
        }
      />
      <div className="flex flex-wrap gap-2">
        <ExportButton
          source={{
            ...source,
            head: AUDIT_CSV_HEAD,
            linesOf: auditCsvLines,
            fileName: 'audit-trail.csv',
          }}
          allCount={allCount}
          isShown={isShown}
        />
        <ExportButton
          source={{
            ...source,
            head: '',
            linesOf: auditJsonLines,
            fileName: 'audit-trail.ndjson',
          }}
          format="JSON"
          allCount={allCount}
          isShown={isShown}
        />
      </div>
      <KeptFocus>
        <PagedList
          pages={pages}
          what="the trail"
          noun="line"
          first="newest"
          shownCount={lines.length}
          skeleton={<AuditTableSkeleton />}
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
        >
          <AuditTable lines={lines} clockAheadMs={clockAheadMs} onOpen={setOpened} />
        </PagedList>
      </KeptFocus>
      {opened === null ? null : (
        <AuditLineDialog
          key={opened.lineNumber}
          line={opened}
          onPerson={(id) => {
            setOpened(null);
            filter.change({ person: id, event: null, from: null, to: null });
          }}
          onClose={() => setOpened(null)}
        />
      )}
    </section>
  );
}
