const COUNT = new Intl.NumberFormat('en-US');

/** @example formatCount(12345) // '12,345' */
export function formatCount(count: number): string {
  return COUNT.format(count);
}

/** @example nounFor(1, 'sale') // 'sale'; nounFor(2, 'sale') // 'sales' */
export function nounFor(count: number, noun: string): string {
  return count === 1 ? noun : `${noun}s`;
}

/** @example counted(1, 'sale') // '1 sale'; counted(1200, 'sale') // '1,200 sales' */
export function counted(count: number, noun: string): string {
  return `${COUNT.format(count)} ${nounFor(count, noun)}`;
}
