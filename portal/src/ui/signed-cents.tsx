import { formatCents } from '@corvane/shared/lib/money';

/**
 * An amount with a true minus sign when negative: a hyphen is easily missed by the eye and left out by screen
 * readers. @example formatSignedCents(-5000) // '−$50.00'
 */
export function formatSignedCents(amountCents: number): string {
  return amountCents < 0 ? `\u2212${formatCents(-amountCents)}` : formatCents(amountCents);
}

/** Digits of equal width that never break across lines; negative ones are told by sign and color. */
export function SignedCents({ cents }: { cents: number }) {
  return (
    <span className={`tabular whitespace-nowrap ${cents < 0 ? 'text-danger' : ''}`}>
      {formatSignedCents(cents)}
    </span>
  );
}
