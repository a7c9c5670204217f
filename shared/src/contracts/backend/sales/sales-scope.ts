import { z } from '../../../lib/zod.ts';
import { salesFilterSchema } from './sales-filter.ts';

/** Whose rows, for managers who gave their code: `all` or those of a representative's id. Without: the caller's own. */
export const scopeSchema = z.union([z.literal('all'), z.uuid()]);

/** The sales of a scope. */
export const scopedSalesFilterSchema = z.extend(salesFilterSchema, { scope: z.nullish(scopeSchema) });
export type ScopedSalesFilter = z.infer<typeof scopedSalesFilterSchema>;
