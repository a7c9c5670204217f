import { type Api, ask } from '@corvane/shared/contracts/backend/ask';
import {
  type ChangePriceRequest,
  type ChangePriceResponse,
  changePriceResponseSchema,
  type ManagedPlan,
  type ManagedPrice,
  type ManagedPrices,
  managedPricesSchema,
} from '@corvane/shared/contracts/backend/prices/price-management';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useHostServices } from '../../app/host-services-context.tsx';
import { managedFailureWords } from '../../lib/failure-words.ts';
import { serverNowMs } from '../../lib/server-clock.ts';
import { REFRESH_MS } from '../../ui/tables/pages-query.ts';
import { lastPriceChangeWords } from './words.ts';

/** Every plan with its prices. */
export function pricesQuery(api: Api) {
  return queryOptions({
    queryKey: ['prices'],
    // A scheduled price can begin at any moment, and a manager returns from a preview to decide.
    staleTime: 0,
    refetchInterval: REFRESH_MS,
    queryFn: async ({ signal }): Promise<ManagedPrices> =>
      await ask(api, 'get_prices', {}, managedPricesSchema, { signal }),
  });
}

/** Stores the prices after a change, without another call. @param now the server's time of the change */
function withPlan(
  prices: ManagedPrices | undefined,
  plan: ManagedPlan,
  now: string,
): ManagedPrices | undefined {
  return (
    prices && { ...prices, now, plans: prices.plans.map((one) => (one.slug === plan.slug ? plan : one)) }
  );
}

/**
 * The price of a plan at an instant, according to the current schedule. null when it has none then.
 * @param atMs now or later, milliseconds since 1970
 */
export function priceAt({ inForce, scheduled }: ManagedPlan, atMs: number): ManagedPrice | null {
  return scheduled.findLast(({ validFrom }) => Date.parse(validFrom) <= atMs) ?? inForce;
}

/** The scheduled price that replaces the one at an instant. null for none. */
export function nextAfter({ scheduled }: ManagedPlan, atMs: number): ManagedPrice | null {
  return scheduled.find(({ validFrom }) => Date.parse(validFrom) > atMs) ?? null;
}

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
