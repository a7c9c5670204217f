import { whenUsed } from './when-used.ts';

const OPTIONS = { year: 'numeric', month: 'short', day: 'numeric', timeZone: 'UTC' } as const;
const day = whenUsed(() => new Intl.DateTimeFormat('en-US', OPTIONS));

/**
 * A stored calendar day, shown as the same day in every time zone. @example formatDay('2026-03-09') // 'Mar 9, 2026'
 */
export function formatDay(isoDate: string): string {
  return day().format(new Date(`${isoDate.slice(0, 10)}T00:00:00Z`));
}
