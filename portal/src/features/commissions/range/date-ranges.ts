import { formatDay } from '@corvane/shared/lib/dates';

/** First and last calendar day, both included. Null is open. */
export type DateRange = {
  from: string | null;
  to: string | null;
};

interface RangeShortcut extends DateRange {
  id: string;
  label: string;
}

export const EVERY_DAY: DateRange = { from: null, to: null };

export function isSameRange(a: DateRange, b: DateRange): boolean {
  return a.from === b.from && a.to === b.to;
}

/** The default range, for a view without dates. @param today calendar day, YYYY-MM-DD */
export function thisMonth(today: string): DateRange {
  return { from: `${today.slice(0, 8)}01`, to: today };
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
