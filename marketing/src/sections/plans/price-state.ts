/** A plan's price in words, as its card shows it. */
export interface PriceReadout {
  monthly: string;
  annual: string;
  /** One-time fee. */
  activation: string;
  /** Savings of paying for a year at once, or null. */
  savings: { amount: string; percent: number } | null;
}

/** The state of the prices: nothing for a visitor, else one of the three states of the request. */
export type PriceState =
  | { status: 'hidden' }
  | { status: 'pending' }
  | { status: 'error'; retry(): void }
  | { status: 'ready'; bySlug: ReadonlyMap<string, PriceReadout> };

export const PRICES_HIDDEN: PriceState = { status: 'hidden' };
/** The server could not be asked yet who is here: a signed-in person, as far as this browser knows. */
export function pricesOutOfReach(retry: () => void): PriceState {
  return { status: 'error', retry };
}

export const PRICES_PENDING: PriceState = { status: 'pending' };
