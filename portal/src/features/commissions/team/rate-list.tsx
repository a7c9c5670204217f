import { ask } from '@corvane/shared/contracts/backend/ask';
import {
  type CommissionRate,
  changeCommissionRateResponseSchema,
} from '@corvane/shared/contracts/backend/sales/commission-rates';
import { formatBasisPoints } from '@corvane/shared/lib/basis-points';
import { formatDay } from '@corvane/shared/lib/dates';
import { Button } from '@corvane/shared/ui/button';
import { useState } from 'react';
import { useDone } from '../../../app/done.tsx';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { managedFailureWords } from '../../../lib/failure-words.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { useDialogChange } from '../../../ui/dialogs/use-dialog-change.ts';
import { BILLING_LABELS } from '../words.ts';

/** Names every change of a rate. */
export const RATES_KEY = ['rates'];

/** null: nothing is stored for the day. */
export type Rule = Pick<CommissionRate, 'basisPoints'> | null;
type Place = Pick<CommissionRate, 'productName' | 'billingFrequency' | 'validFrom'>;

export const isSame = (a: Place, b: Place) =>
  a.productName === b.productName && a.billingFrequency === b.billingFrequency && a.validFrom === b.validFrom;
/** @example 'Moonshot, monthly' */
export const soldAs = ({ productName, billingFrequency }: Omit<Place, 'validFrom'>) =>
  `${productName}, ${BILLING_LABELS[billingFrequency].toLowerCase()}`;
export const placeWords = (place: Place) => `${soldAs(place)}, from ${formatDay(place.validFrom)}`;
export const rateWords = ({ basisPoints }: NonNullable<Rule>) =>
  basisPoints === null ? 'no rate' : formatBasisPoints(basisPoints);
export const rateFailureWords = (error: unknown) =>
  managedFailureWords(error, 'There is no such product any more.');

/** @param rows the latest first @param today YYYY-MM-DD */
export function byTime(rows: readonly CommissionRate[], today: string) {
  const begun = new Set<string>();
  const lists: Record<'inForce' | 'coming' | 'past', CommissionRate[]> = {
    inForce: [],
    coming: [],
    past: [],
  };
  for (const row of rows) {
    if (row.validFrom > today) lists.coming.push(row);
    else lists[begun.has(soldAs(row)) ? 'past' : 'inForce'].push(row);
    if (row.validFrom <= today) begun.add(soldAs(row));
  }
  return lists;
}

interface RateListProps {
  title: string;
  rows: readonly CommissionRate[];
  empty?: string;
  /** While something is entered or saved, nothing is removed. */
  isFixed: boolean;
  onRemove(row: CommissionRate): void;
}

export function RateList({ title, rows, empty, isFixed, onRemove }: RateListProps) {
  return (
    <section aria-label={title}>
      <h3 className="mb-2 font-sans text-base">{title}</h3>
      {rows.length === 0 ? (
        <p className="text-sm text-muted">{empty}</p>
      ) : (
        <ul className="rounded-panel border border-line bg-surface text-sm">
          {rows.map((row) => (
            <li
              key={`${soldAs(row)} ${row.validFrom}`}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line px-4 py-2 last:border-b-0"
            >
              <p className="min-w-0 leading-5 wrap-anywhere">
                <span className="tabular block font-medium">{`${soldAs(row)}: ${rateWords(row)}`}</span>
                <span className="block text-muted">
                  {`From ${formatDay(row.validFrom)}. Set by ${row.setBy ?? 'a former manager'}.`}
                </span>
              </p>
              <Button className="text-sm" disabled={isFixed} onClick={() => onRemove(row)}>
                Remove
                <span className="sr-only">{` ${placeWords(row)}`}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

interface RemoveRateDialogProps {
  rate: CommissionRate;
  onClose(): void;
  onRemoved(): void;
}

/** Asks before a rate is removed. */
export function RemoveRateDialog({ rate, onClose, onRemoved }: RemoveRateDialogProps) {
  const { api } = useHostServices();
  const say = useDone();
  const [seen, setSeen] = useState<NonNullable<Rule>>(rate);
  const { productName, billingFrequency, validFrom } = rate;
  const title = 'Remove this rate?';
  const change = useDialogChange({
    title,
    mutationKey: RATES_KEY,
    async act() {
      const before = { basisPoints: seen.basisPoints };
      const wanted = { productName, billingFrequency, validFrom, before, after: null };
      const { outcome, stored } = await ask(
        api,
        'change-commission-rate',
        wanted,
        changeCommissionRateResponseSchema,
      );
      // What is gone already is removed.
      if (outcome === 'saved' || stored === null) {
        say({ title: 'Rate removed', description: `${placeWords(rate)}.` });
        return null;
      }
      setSeen(stored);
      return 'Another manager changed this rate first. Nothing was removed.';
    },
    failureWords: rateFailureWords,
    onClose: onRemoved,
  });
  return (
    <ConfirmDialog
      title={title}
      description={`${placeWords(rate)}: ${rateWords(seen)}. A rate before it goes on. Audit keeps what was removed.`}
      confirm="Remove the rate"
      busy={change.isPending}
      failure={change.refusal}
      onConfirm={() => change.send()}
      onClose={onClose}
    />
  );
}
