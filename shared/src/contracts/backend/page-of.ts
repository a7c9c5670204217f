import { z } from '../../lib/zod.ts';

/** A page of a keyset-paged list. */
export const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({
    rows: z.array(row),
    hasMore: z.boolean(),
    /** Opaque. Null on the last page. */
    nextAfter: z.string().nullable(),
  });
