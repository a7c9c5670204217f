import type { BillingFrequency } from '@corvane/shared/contracts/backend/sales/billing-frequency';

export const BILLING_LABELS: Record<BillingFrequency, string> = { monthly: 'Monthly', annual: 'Annual' };
