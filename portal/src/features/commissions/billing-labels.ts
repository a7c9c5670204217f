import type { BillingFrequency } from './sales-view.ts';

export const BILLING_LABELS: Record<BillingFrequency, string> = { monthly: 'Monthly', annual: 'Annual' };
