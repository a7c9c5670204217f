import type { SalesTotals } from '@corvane/shared/contracts/backend/sales/sales-dashboard';
import { formatCount } from '@corvane/shared/lib/counted';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { formatSignedCents } from '../../../ui/facts/signed-cents.tsx';
import { TABLE_ROLES } from '../../../ui/tables/data-table.tsx';
import { QueryState, Refreshing } from '../../../ui/tables/query-state.tsx';
import { type FilteredDashboard, salesDashboardQuery } from '../api.ts';
import { periodBefore } from '../period-before.ts';
import type { SalesView } from '../search.ts';
import { rangeDays, rangeName } from '../words.ts';

interface ComparedFigure {
  label: string;
  of(totals: SalesTotals): number;
  format(value: number): string;
}
const FIGURES: readonly ComparedFigure[] = [
  { label: 'Sales', of: ({ salesCount }) => salesCount, format: formatCount },
  { label: 'Not cancelled', of: ({ activeCount }) => activeCount, format: formatCount },
  { label: 'Sales value', of: ({ salesCents }) => salesCents, format: formatSignedCents },
  { label: 'Net of cancellations', of: ({ netSalesCents }) => netSalesCents, format: formatSignedCents },
  {
    label: 'Remaining commission',
    of: ({ netCommissionCents }) => netCommissionCents,
    format: formatSignedCents,
  },
  { label: 'Earned', of: ({ earnedCents }) => earnedCents, format: formatSignedCents },
  { label: 'Pending', of: ({ pendingCents }) => pendingCents, format: formatSignedCents },
  // Stored below zero. Shown as in the sum above, so that more of it is an increase.
  { label: 'Clawed back', of: ({ clawbackCents }) => -clawbackCents || 0, format: formatSignedCents },
  { label: 'Cancelled, not counted', of: ({ cancelledCents }) => cancelledCents, format: formatSignedCents },
];

/** On a phone, the name of a figure has a line of its own, with the values below. */
const ROW = 'grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_4rem] gap-x-3 md:table-row';
const CELL = 'py-2 text-right max-md:wrap-anywhere md:pl-3';

interface ComparisonProps {
  view: SalesView;
  /** The figures of the view. */
  dashboard: UseQueryResult<FilteredDashboard>;
}

/** Each figure of the chosen sales beside that of the period before. Nothing for all time. */
export function Comparison({ view, dashboard }: ComparisonProps) {
  const figures = dashboard.data;
  const before = figures === undefined ? null : periodBefore(view.filter, figures.today);
  if (figures === undefined || before === null) return null;
  const viewBefore = { ...view, filter: { ...view.filter, ...before } };
  return <Compared figures={figures} viewBefore={viewBefore} isOld={dashboard.isPlaceholderData} />;
}

interface ComparedProps {
  figures: FilteredDashboard;
  viewBefore: SalesView;
  /** Whether the figures still belong to the choice before. */
  isOld: boolean;
}

function Compared({ figures, viewBefore, isOld }: ComparedProps) {
  const { api } = useHostServices();
  const dashboard = useQuery(salesDashboardQuery(api, viewBefore));
  return (
    <section aria-labelledby="portal-comparison-heading">
      <h3 id="portal-comparison-heading" className="mb-3 text-heading">
        Compared with the period before
      </h3>
      <QueryState
        query={dashboard}
        what="the period before"
        skeleton="h-96"
        stale="The period before could not be refreshed and may be out of date."
      >
        {({ totals: before, filter }) => (
          <Refreshing isOld={isOld || dashboard.isPlaceholderData}>
            <div className="rounded-panel border border-line bg-surface px-3 py-1 md:px-5">
              <table {...TABLE_ROLES.table} className="block w-full border-collapse text-sm md:table">
                <caption className="sr-only">Figures of the chosen period and of the one before</caption>
                <thead {...TABLE_ROLES.group} className="block md:table-header-group">
                  <tr {...TABLE_ROLES.row} className={`${ROW} text-xs text-muted`}>
                    <th {...TABLE_ROLES.columnHeader} className="text-left max-md:sr-only md:py-2">
                      Figure
                    </th>
                    <th {...TABLE_ROLES.columnHeader} className={CELL}>
                      {rangeName(figures.filter, figures.today)}
                    </th>
                    <th {...TABLE_ROLES.columnHeader} className={CELL}>
                      {rangeDays(filter)}
                    </th>
                    <th {...TABLE_ROLES.columnHeader} className={CELL}>
                      Change
                    </th>
                  </tr>
                </thead>
                <tbody {...TABLE_ROLES.group} className="block md:table-row-group">
                  {FIGURES.map(({ label, of, format }) => (
                    <tr {...TABLE_ROLES.row} key={label} className={`${ROW} border-t border-line`}>
                      <th
                        {...TABLE_ROLES.rowHeader}
                        className="pt-2 text-left font-normal max-md:col-span-3 md:pb-2"
                      >
                        {label}
                      </th>
                      <td {...TABLE_ROLES.cell} className={`${CELL} tabular font-medium`}>
                        {format(of(figures.totals))}
                      </td>
                      <td {...TABLE_ROLES.cell} className={`${CELL} tabular`}>
                        {format(of(before))}
                      </td>
                      <td {...TABLE_ROLES.cell} className={`${CELL} tabular text-muted`}>
                        {changeWords(of(figures.totals), of(before))}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </Refreshing>
        )}
      </QueryState>
    </section>
  );
}

/**
 * How a figure changed, in whole percent of its size before. From nothing there are no percent.
 * @example changeWords(150, 100) // '+50 %'
 */
export function changeWords(now: number, before: number): string {
  if (now === before) return 'same';
  if (before === 0) return 'new';
  const percent = Math.round((100 * (now - before)) / Math.abs(before));
  if (percent === 0) return 'under 1 %';
  return `${percent > 0 ? '+' : '\u2212'}${formatCount(Math.abs(percent))} %`;
}
