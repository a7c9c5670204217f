import { z } from '../../../lib/zod.ts';
import { monthSchema } from '../statements/statements.ts';

/** Most targets that one call changes. */
const TARGETS_CHANGE_MAX = 250;

/** Largest target, US cents. */
export const TARGET_MAX_CENTS = 99_999_999_999;

/** US cents, null for none. */
const target = z.nullable(z.int().check(z.gte(1), z.lte(TARGET_MAX_CENTS)));

/** Answer of procedure `get_sales_targets(month)`, for managers: by name, who is enabled or has a target. */
export const salesTargetsSchema = z.object({
  rows: z.array(
    z.object({
      repId: z.uuid(),
      name: z.string(),
      targetCents: target,
      /** Of the month before. */
      targetBeforeCents: target,
    }),
  ),
});
export type SalesTarget = z.infer<typeof salesTargetsSchema>['rows'][number];

/** `change-targets`, for managers: all or nothing. `beforeCents` is what they saw. The call may be repeated. */
export const changeTargetsRequestSchema = z.strictObject({
  month: monthSchema,
  targets: z
    .array(
      z.strictObject({ repId: z.uuid().check(z.toLowerCase()), beforeCents: target, afterCents: target }),
    )
    .check(
      z.minLength(1),
      z.maxLength(TARGETS_CHANGE_MAX),
      z.refine(
        (all) => new Set(all.map(({ repId }) => repId)).size === all.length,
        'Please name each representative once',
      ),
    ),
});

/** What is stored now. `conflict`: another manager was first, and nothing was changed. */
export const changeTargetsResponseSchema = z.object({
  outcome: z.enum(['saved', 'conflict']),
  targets: z.array(z.object({ repId: z.uuid(), targetCents: target })),
});
