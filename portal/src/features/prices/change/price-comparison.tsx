import type {
  ChangePriceResponse,
  ManagedPlan,
  PriceAmounts,
} from '@corvane/shared/contracts/backend/prices/price-management';
import { formatExactInstant } from '@corvane/shared/lib/instants';
import { formatPriceCents } from '@corvane/shared/lib/money';
import { Alert } from '@corvane/shared/ui/alert';
import { useServerNow } from '../../../lib/server-clock.ts';
import type { Conflict } from '../../../ui/forms/use-conflict-form.ts';
import { priceConflictWords, type SeenPlan } from '../api.ts';
import { AMOUNTS, amountsWords } from '../words.ts';

interface PriceComparisonProps {
  /** null: the plan has no price at that time. */
  before: PriceAmounts | null;
  after: PriceAmounts;
}

/** Old and new amounts side by side. An unchanged amount is marked as unchanged. */
export function PriceComparison({ before, after }: PriceComparisonProps) {
  return (
    <dl className="mb-6 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2 rounded-control border border-line bg-surface p-4">
      {AMOUNTS.map(({ key, label }) => {
        const isChanged = before?.[key] !== after[key];
        return (
          <div key={key} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="tabular text-right wrap-anywhere">
              {isChanged ? (
                <span key="changed">
                  <span className="text-muted">
                    <span className="sr-only">from </span>
                    <span>{before === null ? 'none' : formatPriceCents(before[key])}</span>
                  </span>{' '}
                  <span aria-hidden="true">→</span>
                  <span className="sr-only">to</span> <strong>{formatPriceCents(after[key])}</strong>
                </span>
              ) : (
                <span key="stays">
                  <span>{formatPriceCents(after[key])}</span> <span className="text-muted">stays</span>
                </span>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

interface PriceConflictNoteProps {
  conflict: Conflict<SeenPlan, ChangePriceResponse>;
  /** The stored plan. */
  plan: ManagedPlan;
  /** The available actions. */
  children: string;
}

/** The prices changed meanwhile. Nothing was overwritten, and the manager decides again. */
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
      <p>{`Prices of ${plan.name}:`}</p>
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
