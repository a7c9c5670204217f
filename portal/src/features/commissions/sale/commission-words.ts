import type { CommissionGroup } from '@corvane/shared/contracts/backend/sales/sales-filter';
import type { StatusShape } from '../../../ui/facts/status-mark.tsx';

/** The group of a sale's commission, in words. */
export const COMMISSION_WORDS: Record<CommissionGroup, { label: string; shape: StatusShape; tone: string }> =
  {
    earned: { label: 'Earned', shape: 'dot', tone: 'text-success' },
    pending: { label: 'Pending', shape: 'ring', tone: 'text-ink' },
    clawback: { label: 'Clawed back', shape: 'bar', tone: 'text-danger' },
    cancelled: { label: 'Cancelled', shape: 'cross', tone: 'text-muted' },
  };
