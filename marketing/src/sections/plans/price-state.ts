import type { PlanPrice } from '@corvane/shared/contracts/pricing';

/** What is known of the prices: nothing for a visitor, else one of the three states of asking for them. */
export type PriceState =
  | { status: 'hidden' }
  | { status: 'pending' }
  | { status: 'error'; retry(): void }
  | { status: 'ready'; bySlug: ReadonlyMap<string, PlanPrice> };

export const PRICES_HIDDEN: PriceState = { status: 'hidden' };
export const PRICES_PENDING: PriceState = { status: 'pending' };
