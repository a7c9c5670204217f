import { z } from '../../../lib/zod.ts';
import { instant } from '../instant.ts';
import { pageOf } from '../page-of.ts';

/** A month in UTC. @example '2026-10' */
export const monthSchema = z
  .string()
  .check(z.regex(/^(19|20|21)\d\d-(0[1-9]|1[0-2])$/, 'Please choose a month'));

/** A sum in US cents. */
const cents = z.int();
const count = z.int().check(z.nonnegative());

/**
 * What a representative is paid for a month.
 * - To pay: `payCents` = `finalCents` + `clawedBackCents` + `correctionCents`.
 * - What is pending: `carriedBeforeCents` + `earnedCents` - `finalCents` = `carriedCents`.
 */
export const statementSchema = z.object({
  repId: z.uuid(),
  /** The address if the name is blank. */
  name: z.string(),
  email: z.string(),
  isDisabled: z.boolean(),
  month: monthSchema,
  /** A draft changes with its sales. The others never do. */
  status: z.enum(['draft', 'approved', 'paid']),
  /** New commission, less what was cancelled or changed while it was pending. */
  earnedCents: cents,
  finalCents: cents,
  /** Of sales with a negative commission: below zero. */
  clawedBackCents: cents,
  /** What changed in sales of earlier statements. */
  correctionCents: cents,
  payCents: cents,
  carriedBeforeCents: cents,
  carriedCents: cents,
  approvedAt: z.nullable(instant),
  /** Names of managers, for managers alone. */
  approvedBy: z.nullable(z.string()),
  paidAt: z.nullable(instant),
  paidBy: z.nullable(z.string()),
  questionCount: count,
  openQuestionCount: count,
});
export type Statement = z.infer<typeof statementSchema>;

/** What the open months of a representative come to, up to a month. */
export const openMonthsSchema = z.object({
  repId: z.uuid(),
  /** The first of them. */
  since: monthSchema,
  /** Of all of them. */
  payCents: cents,
  /** From the last. */
  carriedCents: cents,
});
export type OpenMonths = z.infer<typeof openMonthsSchema>;

/**
 * Answer of procedure `get_statements(month)`, for managers: the representatives with commission in a month, by name.
 * Without a month it is the last one that is over.
 */
export const monthStatementsSchema = z.object({
  month: monthSchema,
  thisMonth: monthSchema,
  /** The first month with rows. */
  firstMonth: monthSchema,
  /** The first month that has a draft. null: there is none. */
  firstOpenMonth: z.nullable(monthSchema),
  /** The caller, whose own statements another manager approves and pays. null: there is no other. */
  ownRepId: z.nullable(z.uuid()),
  /** What is to approve up to this month, once it is over. Also of representatives without a row in it. */
  open: z.array(openMonthsSchema),
  rows: z.array(statementSchema),
});
export type MonthStatements = z.infer<typeof monthStatementsSchema>;

/** Answer of procedure `get_own_statements(page_size, after)`: the caller's months, newest first. */
export const ownStatementsSchema = pageOf(statementSchema);

const statementLineSchema = z.object({
  saleId: z.uuid(),
  saleDate: z.iso.date(),
  /** As which figure it counts. */
  kind: z.enum(['final', 'clawback', 'correction']),
  cents,
  /** null: the sale was deleted. */
  productName: z.nullable(z.string()),
  /** Name or address. null: none, or they have another representative now. */
  customer: z.nullable(z.string()),
  question: z.nullable(z.string()),
  askedAt: z.nullable(instant),
  answer: z.nullable(z.string()),
  answeredAt: z.nullable(instant),
});
export type StatementLine = z.infer<typeof statementLineSchema>;

/**
 * Answer of procedure `get_statement(month, rep_id, page_size, after)`: one statement and a page of its lines, newest
 * sale first. Without `rep_id` it is the caller's own.
 */
export const statementPageSchema = pageOf(statementLineSchema, { statement: statementSchema });
export type StatementPage = z.infer<typeof statementPageSchema>;
