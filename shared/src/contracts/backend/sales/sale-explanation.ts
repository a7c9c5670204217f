import { z } from '../../../lib/zod.ts';
import { COMMISSION_GROUPS } from './sales-filter.ts';
import { salesTableRowSchema } from './sales-table.ts';

/** Figures of the dashboard's totals in which a sale may count, in the order of the explanation. */
export const SALE_FIGURES = [
  'sales_cents',
  'net_sales_cents',
  'active_count',
  'commission_cents',
  'earned_cents',
  'pending_cents',
  'clawback_cents',
  'cancelled_cents',
  'net_commission_cents',
] as const;
export type SaleFigure = (typeof SALE_FIGURES)[number];

/**
 * Why a sale counts in a figure, or why it does not.
 * - `every_sale`: this figure counts every sale.
 * - `not_cancelled` / `cancelled`: whether the sale is cancelled.
 * - `negative_commission` / `not_negative_commission`: whether its commission is below zero.
 * - `older_than_pending` / `within_pending`: its age compared with `pendingDays`.
 */
const SALE_REASONS = [
  'every_sale',
  'not_cancelled',
  'cancelled',
  'negative_commission',
  'not_negative_commission',
  'older_than_pending',
  'within_pending',
] as const;
export type SaleReason = (typeof SALE_REASONS)[number];

/**
 * Answer of procedure `get_sale_explanation(sale_id)`: how the figures of one of the caller's own sales were
 * calculated. Any other id fails with `not_found`.
 */
export const saleExplanationSchema = z.object({
  sale: salesTableRowSchema,
  /** Commission divided by amount, rounded to 6 places: 0.08 is 8 %. null for an amount of zero. */
  rate: z.nullable(z.number()),
  /** What managers set for its product and billing on its day. */
  rule: z._default(
    z.nullable(
      z.object({
        basisPoints: z.number(),
        validFrom: z.iso.date(),
        /** What it gives, US cents, if the commission differs by more than a cent. */
        expectedCents: z.nullable(z.number()),
      }),
    ),
    null,
  ),
  commissionGroup: z.enum(COMMISSION_GROUPS),
  pendingDays: z.int(),
  /** Of a clawback, the sale whose commission it probably reverses. null if that is not known. */
  reverses: z._default(z.nullable(z.object({ id: z.uuid(), saleDate: z.iso.date() })), null),
  /** First calendar day on which its commission is no longer pending. */
  pendingUntil: z.iso.date(),
  /** One per figure, in the order of SALE_FIGURES. */
  figures: z.array(
    z.object({
      figure: z.enum(SALE_FIGURES),
      counts: z.boolean(),
      /** What the sale adds: US cents, or a count for `active_count`. Zero where it does not count. */
      adds: z.int(),
      reason: z.enum(SALE_REASONS),
    }),
  ),
});
export type SaleExplanation = z.infer<typeof saleExplanationSchema>;

/**
 * Answer of procedure `get_product_description(product_name_param)`: the text for buyers, without a price. Empty for
 * a product outside the catalogue.
 */
export const productDescriptionSchema = z.pipe(
  z.array(z.object({ description: z.nullable(z.string()) })),
  z.transform((rows) => rows[0]?.description ?? ''),
);

/**
 * Answer of procedure `get_product_features(product_name_param)`, in the plan's order. Empty for an unknown product.
 */
export const productFeaturesSchema = z.array(
  z.pipe(
    z.object({ feature_name: z.string(), limit_value: z.string() }),
    z.transform((row) => ({ name: row.feature_name, limit: row.limit_value })),
  ),
);

export interface ProductFacts {
  description: string;
  features: z.infer<typeof productFeaturesSchema>;
}
