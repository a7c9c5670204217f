import { formatCents } from '@corvane/shared/lib/money';

/**
 * An amount, with a true minus sign when negative. People overlook a hyphen, and screen readers skip it.
 * @example formatSignedCents(-5000) // '−$50.00'
 */
export function formatSignedCents(amountCents: number): string {
  return amountCents < 0 ? `\u2212${formatCents(-amountCents)}` : formatCents(amountCents);
}

/** Digits of equal width that never break across lines. Sign and color mark a negative amount. */
export function SignedCents({ cents }: { cents: number }) {
  return (
    <span className={`tabular whitespace-nowrap ${cents < 0 ? 'text-danger' : ''}`}>
      {formatSignedCents(cents)}
    </span>
  );
}
