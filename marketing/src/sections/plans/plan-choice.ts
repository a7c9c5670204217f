import { type BillingPeriod, choosePeriod } from './billing-period.ts';

/** The choice of plan in the address bar. A rep can send a link to exactly what they see. */
export interface PlanChoice {
  period: BillingPeriod;
  /** The highlighted plan. null for none. */
  planSlug: string | null;
}

/**
 * Reads the choice from a query string with its leading `?`, or ''. Visitors without prices have no choice: they all
 * get the same page. Unknown values count as missing.
 */
export function readPlanChoice(
  search: string,
  options: { showPricing: boolean; planSlugs: readonly string[] },
): PlanChoice {
  const query = new URLSearchParams(options.showPricing ? search : '');
  const planSlug = query.get('plan');
  return {
    period: choosePeriod('monthly', query.get('billing') ?? ''),
    planSlug: planSlug !== null && options.planSlugs.includes(planSlug) ? planSlug : null,
  };
}

/** The query string of a choice. It keeps other parameters and leaves out defaults. */
export function writePlanChoice(search: string, choice: PlanChoice): string {
  const query = new URLSearchParams(search);
  query.delete('billing');
  query.delete('plan');
  if (choice.period !== 'monthly') query.set('billing', choice.period);
  if (choice.planSlug !== null) query.set('plan', choice.planSlug);
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}
