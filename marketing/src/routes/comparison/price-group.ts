import type { ComparisonGroup } from '../../content/comparison/comparison-schemas.ts';
import { COMPARISON_TABLE } from '../../content/comparison/comparison-table.ts';
import { isEnterprise, PLAN_NAMES, PLAN_SLUGS, type PlanName } from '../../content/plan-names.ts';
import type { PriceReadout, Prices } from '../../sections/plans/price-state.ts';

/** The table's first rows for visitors who may see prices, and none for all others. */
export function priceGroups(prices: Prices): ComparisonGroup[] {
  if (prices.status === 'hidden') return [];
  const words = COMPARISON_TABLE.prices;
  const row = (name: string, read: (price: PriceReadout) => string) => ({
    name,
    values: PLAN_NAMES.map((plan) => cellOf(plan, read)),
  });
  function cellOf(plan: PlanName, read: (price: PriceReadout) => string): string {
    if (isEnterprise(plan)) return words.enterprise;
    if (prices.status === 'pending') return words.pending;
    const price = prices.bySlug.get(PLAN_SLUGS[plan]);
    return price === undefined ? words.unavailable : read(price);
  }
  return [
    {
      title: words.title,
      rows: [
        row(words.monthly, ({ monthly }) => monthly),
        row(words.annual, ({ annual }) => annual),
        row(words.activation, ({ activation }) => activation),
      ],
    },
  ];
}
