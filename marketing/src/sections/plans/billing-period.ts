import type { PlanPrice } from '@corvane/shared/contracts/pricing';

export const BILLING_PERIODS = ['monthly', 'annual'] as const;
export type BillingPeriod = (typeof BILLING_PERIODS)[number];

/** The period after a choice; an empty choice, which is taking the current one back, changes nothing. */
export function choosePeriod(current: BillingPeriod, choice: string): BillingPeriod {
  return BILLING_PERIODS.find((period) => period === choice) ?? current;
}

/** What a plan costs in a period, in US cents, and the unit that is written after it. */
export function priceIn(period: BillingPeriod, price: PlanPrice): { cents: number; suffix: string } {
  return period === 'annual'
    ? { cents: price.annualCents, suffix: '/year' }
    : { cents: price.monthlyCents, suffix: '/month' };
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
