import type { SalesTotals } from '@corvane/shared/contracts/backend/sales/sales-dashboard';
import type { CommissionGroup } from '@corvane/shared/contracts/backend/sales/sales-filter';
import { counted } from '@corvane/shared/lib/counted';
import { formatSignedCents } from '../../../ui/facts/signed-cents.tsx';
import { COMMISSION_WORDS } from '../sale/commission-words.ts';

export interface SumPart {
  group: CommissionGroup;
  /** The sign before this part. '' for the part beside the sum. */
  sign: '=' | '+' | '\u2212' | '';
  label: string;
  value: string;
  count: number;
  /** What the part counts. */
  rule: string;
  /** The label of the button that shows its sales. */
  action: string;
}

/** Remaining commission = earned + pending − clawed back. None of these contains cancelled sales. */
export function partsOf(totals: SalesTotals, pendingDays: number): { summed: SumPart[]; beside: SumPart } {
  const action = (count: number) => (count === 1 ? 'Show this sale' : `Show these ${counted(count, 'sale')}`);
  const part = (shape: Omit<SumPart, 'value' | 'action'> & { cents: number }): SumPart => {
    const { cents, ...others } = shape;
    return { ...others, value: formatSignedCents(cents), action: action(shape.count) };
  };
  return {
    summed: [
      part({
        group: 'earned',
        sign: '=',
        label: COMMISSION_WORDS.earned.label,
        cents: totals.earnedCents,
        count: totals.earnedCount,
        rule: `${counted(totals.earnedCount, 'sale')} at least ${pendingDays} days old and not cancelled.`,
      }),
      part({
        group: 'pending',
        sign: '+',
        label: COMMISSION_WORDS.pending.label,
        cents: totals.pendingCents,
        count: totals.pendingCount,
        rule: `${counted(totals.pendingCount, 'sale')} younger than ${pendingDays} days. A sale can still be cancelled.`,
      }),
      part({
        group: 'clawback',
        sign: '\u2212',
        label: COMMISSION_WORDS.clawback.label,
        cents: -totals.clawbackCents || 0,
        count: totals.clawbackCount,
        rule: `${counted(totals.clawbackCount, 'sale')} with a negative commission, which reverses the commission of another sale.`,
      }),
    ],
    beside: part({
      group: 'cancelled',
      sign: '',
      label: 'Cancelled, not counted',
      cents: totals.cancelledCents,
      count: totals.cancelledCount,
      rule: `${counted(totals.cancelledCount, 'cancelled sale')}. Their commission was taken back, so it is in none of the other figures.`,
    }),
  };
}
