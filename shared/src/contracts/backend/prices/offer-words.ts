import { formatDay } from '../../../lib/dates.ts';
import { formatPriceCents } from '../../../lib/money.ts';
import type { Offer } from './quote.ts';

/** What a customer was quoted, as part of a sentence. @example 'Moonshot for $4,200 a month, until Dec 29, 2026' */
export function offerWords({ planName, billing, monthlyCents, annualCents, validUntil }: Offer): string {
  const price =
    billing === 'monthly'
      ? `${formatPriceCents(monthlyCents)} a month`
      : `${formatPriceCents(annualCents)} a year`;
  return `${planName} for ${price}, until ${formatDay(validUntil)}`;
}
