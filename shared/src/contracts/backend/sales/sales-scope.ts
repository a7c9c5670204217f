import { z } from '../../../lib/zod.ts';
import { salesFilterSchema } from './sales-filter.ts';

/** With a scope, for managers who gave their code: `all` or a representative's id. Without: the caller's own. */
export const scopedSalesFilterSchema = salesFilterSchema.extend({
  scope: z.union([z.literal('all'), z.uuid()]).nullish(),
});
export type ScopedSalesFilter = z.infer<typeof scopedSalesFilterSchema>;
