import type { ManagedPlan, ManagedPrice } from '@corvane/shared/contracts/backend/prices/price-management';

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
