import type {
  ChangePriceRequest,
  LastPriceChange,
  ManagedPlan,
} from '@corvane/shared/contracts/backend/prices/price-management';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { useChange } from '../../../app/use-change.ts';
import { pricesQuery, withPlan } from '../api.ts';
import { changePrice } from './price-calls.ts';

/** A plan as the manager saw it. */
export interface SeenPlan {
  plan: ManagedPlan;
  /** The server's time when the plan was read. */
  seenAt: string;
}

/** A change that someone else made before this manager's. */
export interface PriceConflict {
  lastChange: LastPriceChange | null;
  /** When this manager read the prices. */
  seenAt: string;
}

/** Each `action` without the fields that come from the seen plan. */
type WantedPrice = ChangePriceRequest extends infer Change
  ? Change extends ChangePriceRequest
    ? Omit<Change, 'plan' | 'version'>
    : never
  : never;

/**
 * One change of a plan's prices. The seen plan stays the same until the server says that it is out of date.
 * @param seen the plan when the dialog opened
 */
export function usePriceChange(
  repId: string,
  seen: SeenPlan,
  onSaved: (plan: ManagedPlan, wanted: WantedPrice) => void,
) {
  const { api } = useHostServices();
  const queries = useQueryClient();
  const [base, setBase] = useState(seen);
  const [conflict, setConflict] = useState<PriceConflict | null>(null);
  const { queryKey } = pricesQuery(api, repId);
  const change = useChange({
    mutationKey: [...queryKey, 'change', base.plan.slug],
    mutationFn: (wanted: WantedPrice) =>
      changePrice(api, { ...wanted, plan: base.plan.slug, version: base.plan.version }),
    onSuccess: (answer, wanted) => {
      queries.setQueryData(queryKey, (prices) => withPlan(prices, answer.plan, answer.now));
      if (answer.outcome === 'saved') return onSaved(answer.plan, wanted);
      setConflict({ lastChange: answer.lastChange, seenAt: base.seenAt });
      setBase({ plan: answer.plan, seenAt: answer.now });
    },
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
  return { ...change, base, conflict };
}
