/** The plans' names, smallest first; the `tier` of a contact request. Apart, for pages that need no more of a plan. */
export const PLAN_NAMES = ['Foundation+', 'Accelerate Pro', 'Moonshot', 'Enterprise'] as const;
export type PlanName = (typeof PLAN_NAMES)[number];
