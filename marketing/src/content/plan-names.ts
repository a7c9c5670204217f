/** The plans' names, smallest first: the `tier` of a contact request. Many pages need only these. */
export const PLAN_NAMES = ['Foundation+', 'Accelerate Pro', 'Moonshot', 'Enterprise'] as const;
export type PlanName = (typeof PLAN_NAMES)[number];

/** The plans' keys in the answer of `get_plan_prices`. */
export const PLAN_SLUGS: Record<PlanName, string> = {
  'Foundation+': 'foundation-plus',
  'Accelerate Pro': 'accelerate-pro',
  Moonshot: 'moonshot',
  Enterprise: 'enterprise',
};

/** The plan whose price is negotiated. No page shows a price for it. */
export function isEnterprise(name: PlanName): boolean {
  return name === 'Enterprise';
}
