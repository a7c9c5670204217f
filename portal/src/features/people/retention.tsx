import { type Retention, retentionWords } from '@corvane/shared/contracts/backend/retention';
import { counted, formatCount } from '@corvane/shared/lib/counted';
import { formatExactInstant } from '@corvane/shared/lib/instants';
import type { UseQueryResult } from '@tanstack/react-query';
import { TABLE_ROLES } from '../../ui/tables/data-table.tsx';
import { QueryState } from '../../ui/tables/query-state.tsx';

/** How long each kind of data is kept, and what the last run of the job removed. The privacy page says the same. */
export function RetentionTable({ retention }: { retention: UseQueryResult<Retention> }) {
  return (
    <section aria-labelledby="portal-retention-heading" className="mt-6 border-t border-line pt-6">
      <h3 id="portal-retention-heading" className="font-sans text-base">
        How long data is kept
      </h3>
      <div className="mt-3 max-w-4xl">
        <QueryState query={retention} what="the retention table" skeleton="h-[28rem] md:h-80">
          {({ rules, lastRunAt }) => (
            <>
              <p className="max-w-measure text-sm text-muted">
                {lastRunAt === null ? (
                  <span key="never">The job that removes older data has never run.</span>
                ) : (
                  <span>
                    The job that removes older data ran last on{' '}
                    <time dateTime={lastRunAt} className="tabular">
                      {formatExactInstant(lastRunAt)}
                    </time>
                    .
                  </span>
                )}
                <span> The privacy page says the same periods.</span>
              </p>
              <table {...TABLE_ROLES.table} className="mt-3 w-full border-collapse text-sm max-md:block">
                <caption className="sr-only">How long data is kept</caption>
                <thead {...TABLE_ROLES.group} className="max-md:sr-only">
                  <tr {...TABLE_ROLES.row} className="border-b border-line text-left text-muted">
                    <th {...TABLE_ROLES.columnHeader} className="py-2 pr-4">
                      Kind
                    </th>
                    <th {...TABLE_ROLES.columnHeader} className="py-2 pr-4">
                      Kept
                    </th>
                    <th {...TABLE_ROLES.columnHeader} className="py-2 text-right">
                      Removed last
                    </th>
                  </tr>
                </thead>
                <tbody {...TABLE_ROLES.group} className="max-md:block">
                  {rules.map(({ kind, keptDays, removed }) => {
                    const { what, from } = retentionWords(kind);
                    return (
                      <tr
                        key={kind}
                        {...TABLE_ROLES.row}
                        className="border-b border-line max-md:block max-md:py-2"
                      >
                        <th
                          {...TABLE_ROLES.rowHeader}
                          className="py-2 pr-4 text-left first-letter:uppercase max-md:block max-md:py-0"
                        >
                          {what}
                        </th>
                        <td
                          {...TABLE_ROLES.cell}
                          className="tabular py-2 pr-4 max-md:block max-md:py-0"
                        >{`${counted(keptDays, 'day')} from ${from}`}</td>
                        <td
                          {...TABLE_ROLES.cell}
                          className="tabular py-2 text-right text-muted max-md:block max-md:py-0 max-md:text-left"
                        >
                          <span>{removed === null ? 'not yet' : formatCount(removed)}</span>
                          <span className="md:sr-only">
                            {removed === null ? ' removed' : ' removed last'}
                          </span>
                        </td>
                      </tr>
                    );
                  })}
                </tbody>
              </table>
            </>
          )}
        </QueryState>
      </div>
    </section>
  );
}
