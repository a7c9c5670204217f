import { manyLines, oneLine } from '../../../lib/plain-text.ts';
import { z } from '../../../lib/zod.ts';
import { atMost } from '../at-most.ts';
import { NAME_MAX } from '../browser-limits.ts';
import { instant } from '../instant.ts';

/** Longest private note, in UTF-16 code units. The database has the same limit, in characters. */
export const CUSTOMER_NOTE_MAX = 2_000;

const name = z.string().check(z.overwrite(oneLine), atMost(NAME_MAX));

/** What a representative writes about a customer. Empty texts are allowed. */
export const customerTextsSchema = z.strictObject({
  name,
  company: name,
  /** Private: only the representative who wrote it can read it. Plain text with line breaks. */
  note: z.string().check(z.overwrite(manyLines), atMost(CUSTOMER_NOTE_MAX)),
});
export type CustomerTexts = z.infer<typeof customerTextsSchema>;

/**
 * `edit-customer`. `before` holds the texts that the form started with. Another representative's customer gets
 * `not_found`. The call may be repeated. Swapping `before` and `after` undoes it.
 */
export const editCustomerRequestSchema = z.strictObject({
  customerId: z.uuid(),
  before: customerTextsSchema,
  after: customerTextsSchema,
});

/** `conflict`: someone else was first. Nothing was written, and `customer` holds the stored texts. */
export const editCustomerResponseSchema = z.object({
  outcome: z.enum(['saved', 'conflict']),
  customer: z.object({ name: z.string(), company: z.string(), note: z.string() }),
});
/**
 * Answer of procedure `get_customer_note(lead_id)`: the caller's own note on a customer whom they qualified, '' for
 * none. Any other id fails with `not_found`.
 */
export const customerNoteSchema = z.object({
  note: z.string(),
  updatedAt: z.nullable(instant),
});
