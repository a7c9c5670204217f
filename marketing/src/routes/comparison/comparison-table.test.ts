import { expect, it } from 'vitest';
import { PLANS_CONTENT } from '../../content/plans.ts';
import {
  PRICES_HIDDEN,
  PRICES_PENDING,
  type Prices,
  pricesMissing,
} from '../../sections/plans/price-state.ts';
import { priceGroups } from './comparison-table.tsx';

const readout = (monthly: string) => ({
  ...{ slug: 'moonshot', monthly, annual: 'a', activation: 'once' },
  savings: null,
});

/** The first row of the prices. */
const monthly = (prices: Prices) => priceGroups(prices)[0]?.rows[0]?.values;

it('shows no row of prices to visitors who may not see them', () => {
  expect(priceGroups(PRICES_HIDDEN)).toEqual([]);
});

it("shows each plan's own price, and none for the plan with a negotiated price", () => {
  const bySlug = new Map(PLANS_CONTENT.plans.map(({ slug, name }) => [slug, readout(`price of ${name}`)]));
  expect(monthly({ status: 'ready', bySlug, retry: null })).toEqual([
    'price of Foundation+',
    'price of Accelerate Pro',
    'price of Moonshot',
    'Custom Enterprise Pricing',
  ]);
});

it('says that prices are loading or unavailable', () => {
  expect(monthly(PRICES_PENDING)).toEqual(['Loading', 'Loading', 'Loading', 'Custom Enterprise Pricing']);
  const missing = [
    'Not available now',
    'Not available now',
    'Not available now',
    'Custom Enterprise Pricing',
  ];
  expect(monthly(pricesMissing(() => {}))).toEqual(missing);
  expect(monthly({ status: 'ready', bySlug: new Map(), retry() {} })).toEqual(missing);
});
