import { formatDay } from '../../../lib/dates.ts';
import { formatPriceCents } from '../../../lib/money.ts';
import type { Offer } from './quote.ts';

/**
 * What a customer was quoted, as part of a sentence.
 * @example 'Moonshot for $4,200 a month or $40,320 a year, until Dec 29, 2026'
 */
export function offerWords({ planName, monthlyCents, annualCents, validUntil }: Offer): string {
  const [monthly, annual] = [monthlyCents, annualCents].map(formatPriceCents);
  return `${planName} for ${monthly} a month or ${annual} a year, until ${formatDay(validUntil)}`;
}
