import type { ChosenBilling } from '@corvane/shared/contracts/backend/prices/pricing';
import type { ReactElement, ReactNode, RefObject } from 'react';

/** A plan's price in words, as its card shows it. */
export interface PriceReadout {
  /** The plan's. */
  slug: string;
  monthly: string;
  annual: string;
  /** One-time fee. */
  activation: string;
  /** Savings from paying for a year in advance, or null. */
  savings: { amount: string; percent: number } | null;
}

/** `hidden`: for a visitor without access. Otherwise one of the three states of the request. */
export interface Prices {
  status: 'hidden' | 'pending' | 'error' | 'ready';
  bySlug: ReadonlyMap<string, PriceReadout>;
  /** Asks again. null if no plan's price is missing. */
  retry: (() => void) | null;
}

const NONE = { bySlug: new Map<string, PriceReadout>(), retry: null };
export const PRICES_HIDDEN: Prices = { status: 'hidden', ...NONE };
export const PRICES_PENDING: Prices = { status: 'pending', ...NONE };

export function pricesMissing(retry: () => void): Prices {
  return { ...NONE, status: 'error', retry };
}

/** What a signed-in person can do with prices, and how they see one. */
export interface PriceView {
  /** The plan in the address bar. null for none. */
  planSlug: string | null;
  /** Puts a plan into the address bar. null for people without prices. */
  pointOut: ((planSlug: string) => void) | null;
  /** A switch between monthly and annual prices, or null. */
  toggle: ReactElement | null;
  /** What the links to Sales say to a customer, and the billing that they chose. null for other people. */
  ask: { about(planName: string): string; anything: string; billing: ChosenBilling } | null;
  readout(price: PriceReadout): ReactNode;
}

/** `view` is null until the code for signed-in people is there. */
export interface AskedPrices {
  prices: Prices;
  view: PriceView | null;
}

export const NOT_ASKED: AskedPrices = { prices: PRICES_PENDING, view: null };

export interface SignedInPricesProps {
  /** Heading of the plans, for an address that asks for them. */
  heading: RefObject<HTMLElement | null> | null;
  onAsked(asked: AskedPrices): void;
}

/** What happens after a logout: the code that asks for prices deletes them from memory. */
export const afterLogout = { forget: () => {} };
