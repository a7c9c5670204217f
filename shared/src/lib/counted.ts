const COUNT = new Intl.NumberFormat('en-US');

/** @example formatCount(12345) // '12,345' */
export function formatCount(count: number): string {
  return COUNT.format(count);
}

/** @example counted(1, 'sale') // '1 sale'; counted(1200, 'sale') // '1,200 sales' */
export function counted(count: number, noun: string): string {
  return `${COUNT.format(count)} ${noun}${count === 1 ? '' : 's'}`;
}
