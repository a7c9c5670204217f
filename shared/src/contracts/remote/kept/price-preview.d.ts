export declare const PRICES_AT_PARAMETER = "prices-at";
export declare const PRICE_DRAFT_PARAMETER = "price-draft";
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
export declare function pricePreviewPath(at: string, draft?: DraftPrice): string;
/** The instant in an address. null without one. @param search query string with its leading `?` */
export declare function previewedInstantOf(search: string): string | null;
/** null: the address has no price. 'invalid': it has one that no plan can have. */
export type DraftInAddress = DraftPrice | 'invalid' | null;
/** The price in an address that is not stored. @param search as above */
export declare function draftPriceOf(search: string): DraftInAddress;
export {};
