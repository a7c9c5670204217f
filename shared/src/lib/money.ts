const withCents = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const wholeDollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});

/** @example formatCents(123450) // '$1,234.50' */
export function formatCents(amountCents: number): string {
  return withCents.format(amountCents / 100);
}

/** Leaves out `.00`. Amounts with cents keep them. @example formatPriceCents(120000) // '$1,200' */
export function formatPriceCents(amountCents: number): string {
  return amountCents % 100 === 0 ? wholeDollars.format(amountCents / 100) : formatCents(amountCents);
}
