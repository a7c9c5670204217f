import {
  type ManagedPlan,
  type ManagedPrices,
  managedPricesSchema,
} from '@corvane/shared/contracts/backend/price-management';
import type { ApiClient } from '@corvane/shared/contracts/remote/host-services';
import { queryOptions } from '@tanstack/react-query';
import { type Timed, timed } from '../../lib/timed.ts';

/** Others change prices as well, so the tab on the screen loads again at this interval. */
export const REFRESH_MS = 60_000;

/** Every plan with its prices. */
export function pricesQuery(api: ApiClient, repId: string) {
  return queryOptions({
    queryKey: ['prices', repId],
    // A scheduled price begins at any moment, and a manager comes back from a preview to decide.
    staleTime: 0,
    queryFn: async ({ signal }): Promise<Timed<ManagedPrices>> =>
      timed(managedPricesSchema.parse(await api.rpc('get_prices', {}, { signal }))),
  });
}

/** The prices after a change, without asking again. @param now the server's time of the change */
export function withPlan(
  prices: Timed<ManagedPrices> | undefined,
  plan: ManagedPlan,
  now: string,
): Timed<ManagedPrices> | undefined {
  return (
    prices && { ...prices, now, plans: prices.plans.map((one) => (one.slug === plan.slug ? plan : one)) }
  );
}
