import { formatCount } from './counted.ts';
import { formatPriceCents } from './money.ts';

/** Whole percent, rounded down, so that 99.9 % is not 100 %. @example targetShare(185, 300) // '61 %' */
export function targetShare(soldCents: number, targetCents: number): string {
  return `${formatCount(Math.floor((100 * soldCents) / targetCents))} %`;
}

/** Whether sales keep up with the days of the month. @param day of the month that is running, YYYY-MM-DD */
export function paceWords(soldCents: number, targetCents: number, day: string): string {
  if (soldCents >= targetCents) return 'met';
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  return soldCents * days >= targetCents * date ? 'on pace' : 'behind pace';
}

/**
 * How far sales are, and whether they keep up with the days of the month.
 * @example targetWords(1_850_000, 3_000_000, '2026-11-15') // '61 % of $30,000, on pace'
 */
export function targetWords(soldCents: number, targetCents: number, day: string): string {
  const share = `${targetShare(soldCents, targetCents)} of ${formatPriceCents(targetCents)}`;
  return `${share}, ${paceWords(soldCents, targetCents, day)}`;
}
