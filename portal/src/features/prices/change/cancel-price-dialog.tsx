import type { ManagedPrice } from '@corvane/shared/contracts/backend/prices/price-management';
import { formatExactInstant } from '@corvane/shared/lib/instants';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { useWhileOpen } from '../../../ui/dialogs/use-while-open.ts';
import { priceAt } from '../api.ts';
import { priceFailureWords } from './price-calls.ts';
import { PriceComparison } from './price-comparison.tsx';
import { PriceConflictNote } from './price-conflict-note.tsx';
import { type SeenPlan, usePriceChange } from './use-price-change.ts';

interface CancelPriceDialogProps {
  repId: string;
  seen: SeenPlan;
  /** The scheduled price. */
  price: ManagedPrice;
  clockAheadMs: number;
  onClose(): void;
}

/** Asks for confirmation before a scheduled price is cancelled. */
export function CancelPriceDialog({ repId, seen, price, clockAheadMs, onClose }: CancelPriceDialogProps) {
  const { toast } = useHostServices();
  const close = useWhileOpen(onClose);
  const { base, conflict, error, isPending, send } = usePriceChange(repId, seen, ({ name }) => {
    toast({
      title: 'Scheduled price cancelled',
      description: `${name} keeps the price that it has by then.`,
      tone: 'success',
    });
    close();
  });
  const { plan } = base;
  /** The stored price: another manager may have changed its amounts. */
  const stored = plan.scheduled.find(({ validFrom }) => validFrom === price.validFrom);
  const fromMs = Date.parse(price.validFrom);
  return (
    <ConfirmDialog
      title={`Cancel the scheduled price of ${plan.name}?`}
      description={`It would begin on ${formatExactInstant(price.validFrom)}.`}
      confirm="Cancel this price"
      dismiss="Keep it"
      isFinal
      busy={isPending}
      isPossible={stored !== undefined}
      failure={error === null ? null : priceFailureWords(error)}
      onConfirm={() => send({ action: 'cancel', from: price.validFrom })}
      onClose={onClose}
    >
      {conflict === null ? null : (
        <div className="mb-4">
          <PriceConflictNote conflict={conflict} plan={plan} clockAheadMs={clockAheadMs}>
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
