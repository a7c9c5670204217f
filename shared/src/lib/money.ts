import { grouped } from './counted.ts';

/** @example formatCents(123450) // '$1,234.50' */
export function formatCents(amountCents: number): string {
  return formatDollars(amountCents).replace(/\d+/, (dollars) => `$${grouped(dollars)}`);
}

/** Leaves out `.00`. Amounts with cents keep them. @example formatPriceCents(120000) // '$1,200' */
export function formatPriceCents(amountCents: number): string {
  return formatCents(amountCents).replace('.00', '');
}

/** The most digits before the point that the database accepts. */
const DOLLARS = /^(-?)(\d{1,9})(?:\.(\d{1,2}))?$/;

/**
 * Converts dollars as people write them in a file to US cents, digit by digit, without binary fractions.
 * @returns null for any other text, including more than 2 decimals, thousands separators and currency signs.
 * @example parseDollars('-1234.5') // -123450
 */
export function parseDollars(text: string): number | null {
  const [, sign, dollars = '', decimals = ''] = DOLLARS.exec(text) ?? [];
  if (sign === undefined) return null;
  const cents = Number(dollars + decimals.padEnd(2, '0'));
  return sign === '-' && cents !== 0 ? -cents : cents;
}

/** @example formatDollars(-123450) // '-1234.50' */
export function formatDollars(amountCents: number): string {
  const digits = String(Math.abs(amountCents)).padStart(3, '0');
  return `${amountCents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
