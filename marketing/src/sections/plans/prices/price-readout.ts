import type { PlanPrice } from '@corvane/shared/contracts/backend/prices/pricing';
import { formatPriceCents } from '@corvane/shared/lib/money';
import type { PriceReadout } from './price-state.ts';

/** The texts of a plan's price area. Only people who may see prices download this. */
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
 * Savings from paying twelve months in advance, compared with twelve monthly payments.
 * @returns US cents and whole percent. null when there are no savings.
 */
export function annualSavings(price: PlanPrice): { cents: number; percent: number } | null {
  const twelveMonths = price.monthlyCents * 12;
  const cents = twelveMonths - price.annualCents;
  return cents > 0 ? { cents, percent: Math.round((cents / twelveMonths) * 100) } : null;
}
