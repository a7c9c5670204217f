import type { PlanPrice } from '@corvane/shared/contracts/backend/pricing';
import { formatPriceCents } from '@corvane/shared/lib/money';
import type { PriceReadout } from './price-state.ts';

/** The words of a plan's readout for a price. Only people who may see prices download this. */
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
 * Savings of paying for twelve months at once, against twelve single months.
 * @returns US cents and whole percent; null when it saves nothing.
 */
export function annualSavings(price: PlanPrice): { cents: number; percent: number } | null {
  const twelveMonths = price.monthlyCents * 12;
  const cents = twelveMonths - price.annualCents;
  return cents > 0 ? { cents, percent: Math.round((cents / twelveMonths) * 100) } : null;
}
