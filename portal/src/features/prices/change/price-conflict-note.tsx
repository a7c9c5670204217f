import type {
  ChangePriceResponse,
  ManagedPlan,
} from '@corvane/shared/contracts/backend/prices/price-management';
import { formatExactInstant } from '@corvane/shared/lib/instants';
import { Alert } from '@corvane/shared/ui/alert';
import { useServerNow } from '../../../lib/server-clock.ts';
import type { Conflict } from '../../../ui/forms/use-conflict-form.ts';
import { amountsWords } from '../words.ts';
import { priceConflictWords, type SeenPlan } from './price-calls.ts';

interface PriceConflictNoteProps {
  conflict: Conflict<SeenPlan, ChangePriceResponse>;
  /** The stored plan. */
  plan: ManagedPlan;
  /** The available actions. */
  children: string;
}

/**
 * Someone else changed the prices first, or a scheduled price began. Nothing was overwritten, and the manager
 * decides again.
 */
export function PriceConflictNote({ conflict, plan, children }: PriceConflictNoteProps) {
  const nowMs = useServerNow();
  const prices = [
    { label: 'Now', amounts: plan.inForce?.amounts },
    ...plan.scheduled.map(({ validFrom, amounts }) => ({
      label: `From ${formatExactInstant(validFrom)}`,
      amounts,
    })),
  ];
  return (
    <Alert tone="error" title={priceConflictWords(conflict.answer, conflict.seen, nowMs)}>
      <p>Prices of {plan.name}:</p>
      <dl className="my-2 grid gap-1">
        {prices.map(({ label, amounts }) => (
          <div key={label}>
            <dt className="text-muted">{label}</dt>
            <dd className="tabular">{amounts === undefined ? 'none' : amountsWords(amounts)}</dd>
          </div>
        ))}
      </dl>
      <p>{children}</p>
    </Alert>
  );
}
