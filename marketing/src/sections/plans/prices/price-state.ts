/** A plan's price in words, as its card shows it. */
export interface PriceReadout {
  monthly: string;
  annual: string;
  /** One-time fee. */
  activation: string;
  /** Savings from paying for a year in advance, or null. */
  savings: { amount: string; percent: number } | null;
}

/** The state of the prices: null for a visitor without access, otherwise one of the three states of the request. */
export type PriceState =
  | { status: 'hidden' }
  | { status: 'pending' }
  | { status: 'error'; retry(): void }
  | {
      status: 'ready';
      bySlug: ReadonlyMap<string, PriceReadout>;
      /** Asks again. null if no plan's price is missing. */
      retryMissing: (() => void) | null;
    };

export const PRICES_HIDDEN: PriceState = { status: 'hidden' };
/** The server could not be reached to check the session. This browser's storage says that someone is signed in. */
export function pricesOutOfReach(retry: () => void): PriceState {
  return { status: 'error', retry };
}

export const PRICES_PENDING: PriceState = { status: 'pending' };
