import type {
  ChangePriceResponse,
  ManagedPrice,
} from '@corvane/shared/contracts/backend/prices/price-management';
import { formatExactInstant } from '@corvane/shared/lib/instants';
import { useState } from 'react';
import { useDone } from '../../../app/done.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { useDialogChange } from '../../../ui/dialogs/use-dialog-change.ts';
import type { Conflict } from '../../../ui/forms/use-conflict-form.ts';
import { priceAt, type SeenPlan, usePriceChange } from '../api.ts';
import { PriceComparison, PriceConflictNote } from './price-comparison.tsx';

interface CancelPriceDialogProps {
  seen: SeenPlan;
  /** The scheduled price. */
  price: ManagedPrice;
  onClose(): void;
}

/** Asks for confirmation before a scheduled price is cancelled. */
export function CancelPriceDialog({ seen, price, onClose }: CancelPriceDialogProps) {
  const say = useDone();
  const { save, refusalOf, ...sent } = usePriceChange(seen);
  const [{ plan, seenAt }, setBase] = useState(seen);
  const [conflict, setConflict] = useState<Conflict<SeenPlan, ChangePriceResponse> | null>(null);
  const title = `Cancel the scheduled price of ${plan.name}?`;
  const change = useDialogChange({
    ...sent,
    title,
    async act() {
      const answer = await save({ action: 'cancel', from: price.validFrom }, { plan, seenAt });
      const refusal = refusalOf(answer, { plan, seenAt });
      if (refusal === null) {
        say({
          title: 'Scheduled price cancelled',
          description: `${plan.name} keeps the price that it has by then.`,
        });
        return null;
      }
      const { words, stored } = refusal;
      setConflict({ answer, seen: { plan, seenAt }, words });
      setBase(stored);
      return words;
    },
    onClose,
  });
  /** The stored price: another manager may have changed its amounts. */
  const stored = plan.scheduled.find(({ validFrom }) => validFrom === price.validFrom);
  const fromMs = Date.parse(price.validFrom);
  return (
    <ConfirmDialog
      title={title}
      description={`It would begin on ${formatExactInstant(price.validFrom)}.`}
      confirm="Cancel this price"
      dismiss="Keep it"
      isFinal
      busy={change.isPending}
      isPossible={stored !== undefined}
      failure={change.refusal === conflict?.words ? null : change.refusal}
      onConfirm={() => change.send()}
      onClose={onClose}
    >
      {conflict === null ? null : (
        <div className="mb-4">
          <PriceConflictNote conflict={conflict} plan={plan}>
            {stored === undefined
              ? 'There is nothing left to cancel.'
              : 'Check the scheduled price below before you cancel it.'}
          </PriceConflictNote>
        </div>
      )}
      {stored === undefined ? null : (
        <PriceComparison before={priceAt(plan, fromMs - 1)?.amounts ?? null} after={stored.amounts} />
      )}
    </ConfirmDialog>
  );
}
