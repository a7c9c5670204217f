import { type Api, ask } from '@corvane/shared/contracts/backend/ask';
import {
  type ManagedPlan,
  type ManagedPrice,
  type ManagedPrices,
  managedPricesSchema,
} from '@corvane/shared/contracts/backend/prices/price-management';
import { queryOptions } from '@tanstack/react-query';
import { type Timed, timed } from '../../lib/timed.ts';

/** Every plan with its prices. */
export function pricesQuery(api: Api, repId: string) {
  return queryOptions({
    queryKey: ['prices', repId],
    // A scheduled price can begin at any moment, and a manager returns from a preview to decide.
    staleTime: 0,
    queryFn: async ({ signal }): Promise<Timed<ManagedPrices>> =>
      timed(await ask(api, 'get_prices', {}, managedPricesSchema, { signal })),
  });
}

/** Stores the prices after a change, without another call. @param now the server's time of the change */
export function withPlan(
  prices: Timed<ManagedPrices> | undefined,
  plan: ManagedPlan,
  now: string,
): Timed<ManagedPrices> | undefined {
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
