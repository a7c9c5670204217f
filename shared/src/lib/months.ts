import { whenUsed } from './when-used.ts';

const OPTIONS = { year: 'numeric', month: 'long', timeZone: 'UTC' } as const;
const words = whenUsed(() => new Intl.DateTimeFormat('en-US', OPTIONS));

/** @example formatMonth('2026-10') // 'October 2026' */
export function formatMonth(month: string): string {
  return words().format(new Date(`${month}-01T00:00:00Z`));
}

/** The months from one to another, both included, the last first. @example ['2026-10', '2026-09'] */
export function monthsDown(from: string, to: string): string[] {
  const months: string[] = [];
  const at = new Date(`${to}-01T00:00:00Z`);
  for (let month = to; month >= from; month = at.toISOString().slice(0, 7)) {
    months.push(month);
    at.setUTCMonth(at.getUTCMonth() - 1);
  }
  return months;
}

/** @example monthAfter('2026-12') // '2027-01' */
export function monthAfter(month: string): string {
  const at = new Date(`${month}-01T00:00:00Z`);
  at.setUTCMonth(at.getUTCMonth() + 1);
  return at.toISOString().slice(0, 7);
}
