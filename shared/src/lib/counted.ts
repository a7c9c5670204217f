import { whenUsed } from './when-used.ts';

const format = whenUsed(() => new Intl.NumberFormat('en-US'));

/** @example formatCount(12345) // '12,345' */
export function formatCount(count: number): string {
  // The first format of a page takes 50 ms, and most counts need none.
  if (Number.isInteger(count) && Math.abs(count) < 1000) return String(count);
  return format().format(count);
}

/** @example nounFor(2, 'sale') // 'sales', and for 1 'sale' */
export function nounFor(count: number, noun: string): string {
  return count === 1 ? noun : `${noun}s`;
}

/** @example counted(1200, 'sale') // '1,200 sales', and for 1 '1 sale' */
export function counted(count: number, noun: string): string {
  return `${formatCount(count)} ${nounFor(count, noun)}`;
}
