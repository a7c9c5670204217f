import { manyLines } from '../../../lib/plain-text.ts';
import { z } from '../../../lib/zod.ts';
import { atMost } from '../at-most.ts';
import { monthSchema, openMonthsSchema } from './statements.ts';

/** Longest question or answer, in UTF-16 code units. The database has the same limit, in characters. */
const STATEMENT_TEXT_MAX = 1_000;

/** Most statements that one call changes. */
export const STATEMENTS_CHANGE_MAX = 250;

const repId = z.uuid().check(z.toLowerCase());
const saleId = z.uuid().check(z.toLowerCase());
const text = (empty: string) =>
  z.string().check(z.overwrite(manyLines), z.minLength(1, empty), atMost(STATEMENT_TEXT_MAX));

export const questionSchema = text('Please write your question');
export const answerSchema = text('Please write an answer');

const each = <Chosen extends z.ZodMiniType<{ repId: string }>>(chosen: Chosen) =>
  z.array(chosen).check(
    z.minLength(1),
    z.maxLength(STATEMENTS_CHANGE_MAX, `Please choose at most ${STATEMENTS_CHANGE_MAX} representatives`),
    z.refine(
      (all) => new Set(all.map((one) => one.repId)).size === all.length,
      'Please name each representative once',
    ),
  );

/**
 * `change-statements`, for managers. `approve` takes the open months up to `month`, with the sums that the manager saw.
 * A month that is not over is `invalid_request` with `fields.month`. A line that no statement has is `not_found`. The
 * call may be repeated.
 */
export const changeStatementsRequestSchema = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.literal('approve'),
    month: monthSchema,
    statements: each(z.strictObject({ ...openMonthsSchema.shape, repId })),
  }),
  z.strictObject({
    action: z.literal('pay'),
    month: monthSchema,
    statements: each(z.strictObject({ repId })),
  }),
  z.strictObject({
    action: z.literal('answer'),
    month: monthSchema,
    statements: each(z.strictObject({ repId, saleId, answer: answerSchema })).check(z.maxLength(1)),
  }),
]);
export type ChangeStatementsRequest = z.input<typeof changeStatementsRequestSchema>;

/**
 * One answer per representative, in no particular order. Only the `saved` ones were changed. `conflict`: another manager
 * was first, or the drafts have other sums by now. `own`: another manager approves and pays the caller's own.
 */
export const changeStatementsResponseSchema = z.object({
  answers: z.array(z.object({ repId: z.uuid(), outcome: z.enum(['saved', 'conflict', 'own']) })),
});

/**
 * `question-statement`: what a representative asks about a sale on an approved statement of their own, once. `conflict`:
 * they have asked something else about it. The call may be repeated.
 */
export const questionStatementRequestSchema = z.strictObject({
  month: monthSchema,
  saleId,
  question: questionSchema,
});

export const questionStatementResponseSchema = z.object({ outcome: z.enum(['saved', 'conflict']) });
