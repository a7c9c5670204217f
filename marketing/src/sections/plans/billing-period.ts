export const BILLING_PERIODS = ['monthly', 'annual'] as const;
export type BillingPeriod = (typeof BILLING_PERIODS)[number];

/** The period after a choice. An empty choice, which means deselecting the current one, changes nothing. */
export function choosePeriod(current: BillingPeriod, choice: string): BillingPeriod {
  return BILLING_PERIODS.find((period) => period === choice) ?? current;
}
