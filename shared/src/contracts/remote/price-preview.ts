/*
 * The portal makes the address, and marketing reads it. A tab may have them from different releases.
 */

export const PRICES_AT_PARAMETER = 'prices-at';
export const PRICE_DRAFT_PARAMETER = 'price-draft';

/** A price of one plan that is not stored. US cents. */
interface DraftPrice {
  /** The plan. */
  slug: string;
  monthlyCents: number;
  /** For twelve months paid in advance. */
  annualCents: number;
  /** One-time fee. */
  activationCents: number;
}

/**
 * Address of the pricing page as a customer will see it at an instant. The server answers it only for managers.
 * Anyone else sees the current page.
 * @param at UTC ISO 8601
 * @param draft replaces the price of its plan
 */
export function pricePreviewPath(at: string, draft?: DraftPrice): string {
  const parameters = new URLSearchParams({ [PRICES_AT_PARAMETER]: at });
  if (draft !== undefined) {
    const { slug, monthlyCents, annualCents, activationCents } = draft;
    parameters.set(PRICE_DRAFT_PARAMETER, [slug, monthlyCents, annualCents, activationCents].join('.'));
  }
  return `/pricing?${parameters}`;
}

/** The instant in an address. null without one. @param search query string with its leading `?` */
export function previewedInstantOf(search: string): string | null {
  const at = new URLSearchParams(search).get(PRICES_AT_PARAMETER);
  return at === null || Number.isNaN(Date.parse(at)) ? null : at;
}

/** null: the address has no price. 'invalid': it has one that no plan can have. */
export type DraftInAddress = DraftPrice | 'invalid' | null;

/** From 1 to `PRICE_MAX_CENTS`, like a stored price. */
const DRAFT = /^([a-z\d-]+)\.([1-9]\d{0,8})\.([1-9]\d{0,8})\.([1-9]\d{0,8})$/;

/** The price in an address that is not stored. @param search as above */
export function draftPriceOf(search: string): DraftInAddress {
  const text = new URLSearchParams(search).get(PRICE_DRAFT_PARAMETER);
  if (text === null) return null;
  const [, slug, ...cents] = DRAFT.exec(text) ?? [];
  if (slug === undefined) return 'invalid';
  const [monthlyCents = 0, annualCents = 0, activationCents = 0] = cents.map(Number);
  return { slug, monthlyCents, annualCents, activationCents };
}
