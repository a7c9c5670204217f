import type { BillingFrequency } from '@corvane/shared/contracts/backend/sales/sales-filter';

export const BILLING_LABELS: Record<BillingFrequency, string> = { monthly: 'Monthly', annual: 'Annual' };
