import type { ManagedPlan, ManagedPrice } from '@corvane/shared/contracts/backend/price-management';

/**
 * The price of a plan at an instant, as far as it is decided now; null when it has none by then.
 * @param atMs now or later, milliseconds since 1970
 */
export function priceAt({ inForce, scheduled }: ManagedPlan, atMs: number): ManagedPrice | null {
  return scheduled.findLast(({ validFrom }) => Date.parse(validFrom) <= atMs) ?? inForce;
}

/** The scheduled price that replaces the one of an instant; null when none does. */
export function nextAfter({ scheduled }: ManagedPlan, atMs: number): ManagedPrice | null {
  return scheduled.find(({ validFrom }) => Date.parse(validFrom) > atMs) ?? null;
}
