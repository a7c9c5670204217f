/** How often a plan is billed. */
export const BILLING_FREQUENCIES = ['monthly', 'annual'] as const;
export type BillingFrequency = (typeof BILLING_FREQUENCIES)[number];
