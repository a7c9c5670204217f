/** Digits with a comma before each group of three. `Intl` takes a slow phone 50 ms to begin. @example grouped('12345') // '12,345' */
export const grouped = (digits: string): string => digits.replace(/\B(?=(?:\d{3})+$)/g, ',');

/** @example formatCount(12345) // '12,345' */
export const formatCount = (count: number): string => grouped(String(count));

/** @example nounFor(2, 'sale') // 'sales', and for 1 'sale' */
export function nounFor(count: number, noun: string): string {
  return count === 1 ? noun : `${noun}s`;
}

/** @example counted(1200, 'sale') // '1,200 sales', and for 1 '1 sale' */
export function counted(count: number, noun: string): string {
  return `${formatCount(count)} ${nounFor(count, noun)}`;
}
