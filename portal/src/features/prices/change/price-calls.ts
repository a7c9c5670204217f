import { ask } from '@corvane/shared/contracts/backend/ask';
import {
  type ChangePriceRequest,
  type ChangePriceResponse,
  changePriceResponseSchema,
  type ManagedPlan,
} from '@corvane/shared/contracts/backend/prices/price-management';
import { useQueryClient } from '@tanstack/react-query';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { managedFailureWords } from '../../../lib/failure-words.ts';
import { serverNowMs } from '../../../lib/server-clock.ts';
import { pricesQuery, withPlan } from '../api.ts';
import { lastPriceChangeWords } from '../words.ts';

/** A plan as the manager saw it. */
export interface SeenPlan {
  plan: ManagedPlan;
  /** The server's time when the plan was read. */
  seenAt: string;
}

/** Each `action` without the fields that come from the seen plan. */
type WantedPrice = ChangePriceRequest extends infer Change
  ? Change extends ChangePriceRequest
    ? Omit<Change, 'plan' | 'version'>
    : never
  : never;

/** What a change of a plan's prices needs, for `useDialogChange`. One change of a plan is sent at a time. */
export function usePriceChange({ plan }: SeenPlan) {
  const { api } = useHostServices();
  const queries = useQueryClient();
  const { queryKey } = pricesQuery(api);
  return {
    mutationKey: [...queryKey, 'change', plan.slug],
    staleKeys: [queryKey],
    failureWords: priceFailureWords,
    /** Writes only if the plan's prices are still those that the manager saw. The answer says whether they are. */
    async save(wanted: WantedPrice, seen: SeenPlan): Promise<ChangePriceResponse> {
      const change = { ...wanted, plan: seen.plan.slug, version: seen.plan.version };
      const answer = await ask(api, 'change-price', change, changePriceResponseSchema);
      queries.setQueryData(queryKey, (prices) => withPlan(prices, answer.plan, answer.now));
      return answer;
    },
    /** Why nothing was saved, and what is stored now. null: it is saved */
    refusalOf(answer: ChangePriceResponse, seen: SeenPlan) {
      return answer.outcome === 'saved'
        ? null
        : {
            words: priceConflictWords(answer, seen, serverNowMs()),
            stored: { plan: answer.plan, seenAt: answer.now },
          };
    },
  };
}

/** @param nowMs the server's time */
export function priceConflictWords(answer: ChangePriceResponse, { seenAt }: SeenPlan, nowMs: number): string {
  const lastChange = answer.outcome === 'conflict' ? answer.lastChange : null;
  return `${lastPriceChangeWords(lastChange, { seenAt, nowMs })} Nothing was saved.`;
}

/** Why a change failed, and what to do about it. */
function priceFailureWords(error: unknown): string {
  return managedFailureWords(
    error,
    'This plan or this scheduled price no longer exists. Close this dialog to see what is.',
  );
}
