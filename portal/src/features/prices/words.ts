import type {
  LastPriceChange,
  PriceAmounts,
  PriceSetBy,
} from '@corvane/shared/contracts/backend/prices/price-management';
import { formatExactInstant } from '@corvane/shared/lib/instants';
import { formatPriceCents } from '@corvane/shared/lib/money';
import { agoWords } from '../../lib/ago-words.ts';

/** In the order of display and input. */
export const AMOUNTS: readonly { key: keyof PriceAmounts; label: string; hint: string }[] = [
  { key: 'monthlyCents', label: 'Monthly', hint: 'US dollars for one month.' },
  { key: 'annualCents', label: 'Annual', hint: 'US dollars for twelve months, paid at once.' },
  { key: 'activationCents', label: 'Activation', hint: 'US dollars, once.' },
];

/** @example amountsWords(…) // '$4,000 monthly, $40,320 annual, $625 activation' */
export function amountsWords(amounts: PriceAmounts): string {
  return AMOUNTS.map(({ key, label }) => `${formatPriceCents(amounts[key])} ${label.toLowerCase()}`).join(
    ', ',
  );
}

/** Each amount that changes. @example changedWords(…) // ['Monthly $4,000 → $4,100'] */
export function changedWords(before: PriceAmounts | null, after: PriceAmounts): string[] {
  return AMOUNTS.filter(({ key }) => before?.[key] !== after[key]).map(({ key, label }) => {
    const old = before === null ? 'none' : formatPriceCents(before[key]);
    return `${label} ${old} → ${formatPriceCents(after[key])}`;
  });
}

/** Who set a price. */
export function setByWords({ by, name }: PriceSetBy): string {
  return by === 'operator' ? 'an operator' : (name ?? 'a former manager');
}

/**
 * What changed since the manager read the prices, as one sentence.
 * @param seenAt the server's time when the manager's prices were read
 * @param nowMs the server's time
 */
export function lastPriceChangeWords(
  change: LastPriceChange | null,
  { seenAt, nowMs }: { seenAt: string; nowMs: number },
): string {
  // No one has changed anything since then, so a scheduled price began.
  if (change === null || Date.parse(change.occurredAt) <= Date.parse(seenAt)) {
    return 'A scheduled price began meanwhile.';
  }
  const who = change.by === 'operator' ? 'An operator' : (change.name ?? 'A former manager');
  return `${who} ${doneWords(change)} ${agoWords(nowMs - Date.parse(change.occurredAt))}.`;
}

function doneWords({ event, validFrom }: LastPriceChange): string {
  switch (event) {
    case 'price_set':
      return 'set another price';
    case 'price_scheduled':
      return `scheduled a price from ${formatExactInstant(validFrom)}`;
    case 'price_schedule_cancelled':
      return `cancelled the price from ${formatExactInstant(validFrom)}`;
  }
}
