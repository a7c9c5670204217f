/**
 * Plans from smallest to largest. `rank` sets the mark on the badge. A product belongs to the plan that its name
 * contains.
 */
const PLANS = [
  { namePart: 'foundation', label: 'Foundation+', rank: 1 },
  { namePart: 'accelerate', label: 'Accelerate Pro', rank: 2 },
  { namePart: 'moonshot', label: 'Moonshot', rank: 3 },
  { namePart: 'enterprise', label: 'Enterprise', rank: 4 },
] as const;

export const PLAN_COUNT = PLANS.length;

interface ProductPlan {
  label: string;
  /** From 1, the smallest plan, to `PLAN_COUNT`. null for a product that is not a plan. */
  rank: number | null;
}

/** @example planOfProduct('Accelerate (annual)') // { label: 'Accelerate Pro', rank: 2 } */
export function planOfProduct(productName: string): ProductPlan {
  const lowerCaseName = productName.toLowerCase();
  const plan = PLANS.find(({ namePart }) => lowerCaseName.includes(namePart));
  return plan ? { label: plan.label, rank: plan.rank } : { label: productName, rank: null };
}
