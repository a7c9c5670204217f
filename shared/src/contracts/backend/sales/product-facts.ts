import { z } from '../../../lib/zod.ts';

/**
 * Answer of procedure `get_product_description(product_name_param)`: the text for buyers, without a price. Empty for
 * a product outside the catalogue.
 */
export const productDescriptionSchema = z
  .array(z.object({ description: z.string().nullable() }))
  .transform((rows) => rows[0]?.description ?? '');

/**
 * Answer of procedure `get_product_features(product_name_param)`, in the plan's order. Empty for an unknown product.
 */
export const productFeaturesSchema = z.array(
  z
    .object({ feature_name: z.string(), limit_value: z.string() })
    .transform((row) => ({ name: row.feature_name, limit: row.limit_value })),
);

export interface ProductFacts {
  description: string;
  features: z.infer<typeof productFeaturesSchema>;
}
