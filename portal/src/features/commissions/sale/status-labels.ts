import type { SaleStatusName } from '@corvane/shared/contracts/backend/sales/sales-filter';

export const STATUS_LABELS: Record<SaleStatusName, string> = { active: 'Active', cancelled: 'Cancelled' };
