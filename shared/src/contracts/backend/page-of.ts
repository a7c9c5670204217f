import { z } from '../../lib/zod.ts';

/** A page of a keyset-paged list. @param more what comes beside the rows */
export const pageOf = <Row extends z.ZodMiniType, More extends z.core.$ZodShape = Record<never, never>>(
  row: Row,
  more = {} as More,
) =>
  z.object({
    rows: z.array(row),
    hasMore: z.boolean(),
    /** Opaque. Null on the last page. */
    nextAfter: z.nullable(z.string()),
    ...more,
  });
