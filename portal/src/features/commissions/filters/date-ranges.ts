/** First and last calendar day, both counted in; null is open. */
export interface DateRange {
  from: string | null;
  to: string | null;
}

export interface RangeShortcut extends DateRange {
  id: string;
  label: string;
}

/**
 * The ranges that reps ask for, seen from a day.
 * @param today calendar day, YYYY-MM-DD: the server's, which also decides what is pending
 */
export function rangeShortcuts(today: string): readonly RangeShortcut[] {
  const [year = 0, month = 0, day = 0] = today.split('-').map(Number);
  return [
    { id: 'this-month', label: 'This month', from: dayAt(year, month, 1), to: today },
    { id: 'last-month', label: 'Last month', from: dayAt(year, month - 1, 1), to: dayAt(year, month, 0) },
    { id: 'last-90-days', label: 'Last 90 days', from: dayAt(year, month, day - 89), to: today },
    { id: 'this-year', label: 'This year', from: dayAt(year, 1, 1), to: today },
    { id: 'all', label: 'All', from: null, to: null },
  ];
}

/** Days and months beyond their ends roll over. @param month 1 is January */
function dayAt(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}
