import type { ScopedSalesFilter } from '@corvane/shared/contracts/backend/sales/sales-scope';
import { formatDay } from '@corvane/shared/lib/dates';
import { type DateRange, EVERY_DAY, isSameRange, type SalesView, thisMonth } from './search.ts';

/* What is said about a choice of sales. A file of its own, because the early calls need none of it. */

/** A filter other than the dates is active. A scope is none. */
export function isNarrowed({ scope, from, to, ...others }: ScopedSalesFilter): boolean {
  return Object.values(others).some((value) => value !== null);
}

/** There is something to clear: dates, a filter or an order. */
export function isChosen({ filter, sort, direction }: SalesView, today: string): boolean {
  const isOrdered = sort !== 'sale_date' || direction !== 'desc';
  return (
    isNarrowed(filter) ||
    isOrdered ||
    !(isSameRange(filter, EVERY_DAY) || isSameRange(filter, thisMonth(today)))
  );
}

interface RangeShortcut extends DateRange {
  id: string;
  label: string;
}

/**
 * The common ranges, relative to a day.
 * @param today calendar day, YYYY-MM-DD: the server's, which also decides what is pending
 */
export function rangeShortcuts(today: string): readonly RangeShortcut[] {
  const [year = 0, month = 0, day = 0] = today.split('-').map(Number);
  const lastMonth = { from: dayAt(year, month - 1, 1), to: dayAt(year, month, 0) };
  const last90Days = { from: dayAt(year, month, day - 89), to: today };
  return [
    { id: 'this-month', label: 'This month', ...thisMonth(today) },
    { id: 'last-month', label: 'Last month', ...lastMonth },
    { id: 'last-90-days', label: 'Last 90 days', ...last90Days },
    { id: 'this-year', label: 'This year', from: dayAt(year, 1, 1), to: today },
    { id: 'all', label: 'All time', ...EVERY_DAY },
  ];
}

export function shortcutOf(range: DateRange, today: string): RangeShortcut | undefined {
  return rangeShortcuts(today).find((shortcut) => isSameRange(shortcut, range));
}

/** The name of a range. @example rangeName({ from: '2026-11-03', to: null }, today) // 'Since Nov 3, 2026' */
export function rangeName(range: DateRange, today: string): string {
  return shortcutOf(range, today)?.label ?? rangeDays(range);
}

/** The days of a range. '' for all days. */
export function rangeDays({ from, to }: DateRange): string {
  if (from !== null && to !== null) return `${formatDay(from)} to ${formatDay(to)}`;
  if (from !== null) return `Since ${formatDay(from)}`;
  return to === null ? '' : `Until ${formatDay(to)}`;
}

/** A day or month outside its limits moves to the next or previous month or year. @param month 1 is January */
function dayAt(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}
