import { BILLING_PERIODS, type BillingPeriod } from '@corvane/shared/contracts/backend/prices/pricing';
import {
  type DraftInAddress,
  draftPriceOf,
  previewedInstantOf,
} from '@corvane/shared/contracts/remote/price-preview';
import type { Session } from '@corvane/shared/contracts/remote/session';

/*
 * What the address bar says about prices.
 */

/** The choice of plan in the address bar. A rep can send a link to exactly what they see. */
export interface PlanChoice {
  period: BillingPeriod;
  /** The highlighted plan. null for none. */
  planSlug: string | null;
  /** The plan whose quote is open, for the same period. null for none. */
  quoteSlug: string | null;
}

/**
 * Reads the choice from a query string with its leading `?`, or ''. Visitors without prices have no choice: they all
 * get the same page. Unknown values count as missing.
 */
export function readPlanChoice(
  search: string,
  { showPricing, planSlugs }: { showPricing: boolean; planSlugs: readonly string[] },
): PlanChoice {
  const query = new URLSearchParams(showPricing ? search : '');
  const planIn = (name: string) => planSlugs.find((slug) => slug === query.get(name)) ?? null;
  return {
    period: BILLING_PERIODS.find((period) => period === query.get('billing')) ?? 'monthly',
    planSlug: planIn('plan'),
    quoteSlug: planIn('quote'),
  };
}

/** The query string of a choice. It keeps other parameters and leaves out defaults. */
export function writePlanChoice(search: string, choice: PlanChoice): string {
  const query = new URLSearchParams(search);
  for (const name of ['billing', 'plan', 'quote']) query.delete(name);
  if (choice.period !== 'monthly') query.set('billing', choice.period);
  if (choice.planSlug !== null) query.set('plan', choice.planSlug);
  if (choice.quoteSlug !== null) query.set('quote', choice.quoteSlug);
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

export interface PricePreview {
  /** The instant whose prices are shown, UTC ISO 8601. */
  at: string;
  /** A price that is not stored yet. */
  draft: DraftInAddress;
}

/**
 * What a manager previews. null for everyone else. The server checks the right too.
 * @param search query string with its leading `?`
 */
export function pricePreviewOf(session: Session, search: string): PricePreview | null {
  if (session.status !== 'rep' || session.rep.isManager !== true) return null;
  const at = previewedInstantOf(search);
  return at === null ? null : { at, draft: draftPriceOf(search) };
}
