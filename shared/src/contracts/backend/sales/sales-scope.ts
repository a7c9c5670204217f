import { z } from '../../../lib/zod.ts';
import { salesFilterSchema } from './sales-filter.ts';

/**
 * A filter with a scope: `all`, or the id of a representative. Only for managers who gave their code. Without a scope,
 * the sales are the caller's own.
 */
export const scopedSalesFilterSchema = salesFilterSchema.extend({
  scope: z.union([z.literal('all'), z.uuid()]).nullish(),
});
export type ScopedSalesFilter = z.infer<typeof scopedSalesFilterSchema>;
