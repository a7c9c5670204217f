import { z } from '../../lib/zod.ts';
import { COMMISSION_GROUPS } from './sales-filter.ts';
import { salesTableRowSchema } from './sales-table.ts';

/** Figures of the dashboard's totals that a sale may count in, in the order in which they are explained. */
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
 * Why a sale counts in a figure, or does not.
 * - `every_sale`: this figure counts every sale.
 * - `not_cancelled` / `cancelled`: the sale is, or is not.
 * - `negative_commission` / `not_negative_commission`: its commission is, or is not, below zero.
 * - `older_than_pending` / `within_pending`: its age against `pending_days`.
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
 * Answer of procedure `get_sale_explanation(sale_id)`: how the figures of one of the caller's own sales come about. For
 * any other id the call fails with `not_found`.
 */
export const saleExplanationSchema = z
  .object({
    sale: salesTableRowSchema,
    /** Commission by amount as a fraction, rounded to 6 places: 0.08 is 8 %. null for an amount of zero. */
    rate: z.number().nullable(),
    commission_group: z.enum(COMMISSION_GROUPS),
    pending_days: z.number().int(),
    /** First calendar day on which its commission is not pending any more. */
    pending_until: z.iso.date(),
    /** One per figure, in the order of SALE_FIGURES. */
    figures: z.array(
      z.object({
        figure: z.enum(SALE_FIGURES),
        counts: z.boolean(),
        /** What it adds to the figure: US cents, of `active_count` a count; zero where it does not count. */
        adds: z.number().int(),
        reason: z.enum(SALE_REASONS),
      }),
    ),
  })
  .transform((row) => ({
    sale: row.sale,
    rate: row.rate,
    commissionGroup: row.commission_group,
    pendingDays: row.pending_days,
    pendingUntil: row.pending_until,
    figures: row.figures,
  }));
export type SaleExplanation = z.infer<typeof saleExplanationSchema>;
