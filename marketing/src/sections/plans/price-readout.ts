import type { PlanPrice } from '@corvane/shared/contracts/backend/pricing';
import { formatPriceCents } from '@corvane/shared/lib/money';
import type { PriceReadout } from './price-state.ts';

/** What a plan's readout says for a price. Part of what only somebody who may see prices downloads. */
export function priceReadout(price: PlanPrice): PriceReadout {
  const savings = annualSavings(price);
  return {
    monthly: formatPriceCents(price.monthlyCents),
    annual: formatPriceCents(price.annualCents),
    activation: formatPriceCents(price.activationCents),
    savings: savings && { amount: formatPriceCents(savings.cents), percent: savings.percent },
  };
}

/**
 * What paying for twelve months at once saves against twelve single months.
 * @returns US cents and whole percent; null when it saves nothing.
 */
export function annualSavings(price: PlanPrice): { cents: number; percent: number } | null {
  const twelveMonths = price.monthlyCents * 12;
  const cents = twelveMonths - price.annualCents;
  return cents > 0 ? { cents, percent: Math.round((cents / twelveMonths) * 100) } : null;
}
