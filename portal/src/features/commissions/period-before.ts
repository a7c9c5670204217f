import type { DateRange } from './search.ts';
import { quarterMonth } from './words.ts';

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
