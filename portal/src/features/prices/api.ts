import { type Api, ask } from '@corvane/shared/contracts/backend/ask';
import {
  type ManagedPlan,
  type ManagedPrice,
  type ManagedPrices,
  managedPricesSchema,
} from '@corvane/shared/contracts/backend/prices/price-management';
import { queryOptions } from '@tanstack/react-query';
import { REFRESH_MS } from '../../ui/tables/pages-query.ts';

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
export function withPlan(
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
