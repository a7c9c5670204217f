import type { SalesTotals } from '@corvane/shared/contracts/backend/sales/sales-dashboard';
import { formatCount } from '@corvane/shared/lib/counted';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { formatSignedCents } from '../../../ui/facts/signed-cents.tsx';
import { TABLE_ROLES } from '../../../ui/tables/data-table.tsx';
import { QueryState, Refreshing } from '../../../ui/tables/query-state.tsx';
import { type FilteredDashboard, salesDashboardQuery } from '../api.ts';
import type { DateRange, SalesView } from '../search.ts';
import { quarterMonth, rangeDays, rangeName } from '../words.ts';

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
                    <th
                      {...TABLE_ROLES.columnHeader}
                      className="text-left font-semibold max-md:sr-only md:py-2"
                    >
                      Figure
                    </th>
                    <th {...TABLE_ROLES.columnHeader} className={`${CELL} font-semibold`}>
                      {rangeName(figures.filter, figures.today)}
                    </th>
                    <th {...TABLE_ROLES.columnHeader} className={`${CELL} font-semibold`}>
                      {rangeDays(filter)}
                    </th>
                    <th {...TABLE_ROLES.columnHeader} className={`${CELL} font-semibold`}>
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
                      <td {...TABLE_ROLES.cell} className={`${CELL} tabular font-semibold`}>
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
  return `${percent > 0 ? '+' : '\u2212'}${Math.abs(percent).toLocaleString('en-US')} %`;
}

/**
 * The period that a range is compared with. null: there is none before an open start.
 * - Days of one month: the same days of the month before. A whole month: the whole month before.
 * - Days of one quarter: as many days of the quarter before. A whole quarter: the whole quarter before.
 * - From January 1 within one year: the same days of the year before.
 * - Any other range: as many days, directly before it.
 * @param today calendar day, YYYY-MM-DD, the end of a range that is still open
 * @example periodBefore({ from: '2026-03-01', to: '2026-03-31' }, today) // { from: '2026-02-01', to: '2026-02-28' }
 */
export function periodBefore({ from, to }: DateRange, today: string): { from: string; to: string } | null {
  const last = to ?? today;
  if (from === null || last < from) return null;
  if (from.endsWith('-01') && from.slice(0, 7) === last.slice(0, 7)) {
    return { from: monthsLater(from, -1), to: monthsLater(last, -1) };
  }
  const days = (Date.parse(last) - Date.parse(from)) / DAY_MS + 1;
  if (from === quarterStart(from) && from === quarterStart(last)) {
    const before = monthsLater(from, -3);
    const isWhole = daysLater(last, 1) === monthsLater(from, 3);
    return { from: before, to: isWhole ? daysLater(from, -1) : daysLater(before, days - 1) };
  }
  if (from.endsWith('-01-01') && from.slice(0, 4) === last.slice(0, 4)) {
    return { from: monthsLater(from, -12), to: monthsLater(last, -12) };
  }
  return { from: daysLater(from, -days), to: daysLater(from, -1) };
}

const DAY_MS = 86_400_000;

function daysLater(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

function quarterStart(day: string): string {
  const month = quarterMonth(Number(day.slice(5, 7)));
  return `${day.slice(0, 5)}${String(month).padStart(2, '0')}-01`;
}

/** The same day of another month. A month's last day stays one, and no day is later than it. */
function monthsLater(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const lastOf = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();
  const last = lastOf(year, month + months);
  const moved = date === lastOf(year, month) ? last : Math.min(date, last);
  return new Date(Date.UTC(year, month - 1 + months, moved)).toISOString().slice(0, 10);
}
