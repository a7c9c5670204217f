import { formatBasisPoints } from '../../../lib/basis-points.ts';
import { formatDollars } from '../../../lib/money.ts';
import { isOneLine } from '../../../lib/plain-text.ts';
import { z } from '../../../lib/zod.ts';
import { instant } from '../instant.ts';
import { BILLING_FREQUENCIES } from './sales-filter.ts';
import {
  daySchema,
  instantSchema,
  namedEmailSchema,
  productNameSchema,
  type RowProblem,
} from './sales-row.ts';

const count = z.int().check(z.nonnegative());
const number = count.check(z.lte(2_147_483_647));
const email = namedEmailSchema().check(z.refine(isOneLine));
const importId = z.uuid().check(z.toLowerCase());
/** As many digits as a file may have. */
const cents = z.int().check(z.gte(-99_999_999_999), z.lte(99_999_999_999));

/** Most rows of one `stage`, and most bytes of them as JSON, so that a server keeps them in memory. */
export const SCREEN_BATCH = { rows: 500, bytes: 120_000 };

/** A row of the file, with the file's own names. */
const rowSchema = z.strictObject({
  line_number: number,
  id: z.uuid().check(z.toLowerCase()),
  rep_email: email,
  lead_email: z.nullable(email),
  sale_date: daySchema,
  product_name: productNameSchema,
  billing_frequency: z.enum(BILLING_FREQUENCIES),
  sale_amount: cents,
  commission: cents,
  cancelled_at: z.nullable(instantSchema),
});

/**
 * `import-sales`, step by step: `begin`, `stage` as often as needed, `preview`, `commit`. Until the commit nothing is a
 * sale. An import that sends no rows for a minute makes room for the next one: `stage` without rows keeps it. `undo`, of a
 * committed import, within `sales_imports_undone_within`. An unknown import is `not_found`. Each step may be repeated.
 */
export const importSalesRequestSchema = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('begin'), importId, hasCustomers: z.boolean() }),
  z.strictObject({
    action: z.literal('stage'),
    importId,
    rows: z.array(rowSchema).check(z.maxLength(SCREEN_BATCH.rows)),
  }),
  z.strictObject({ action: z.literal('preview'), importId }),
  z.strictObject({ action: z.literal('commit'), importId, rowCount: number }),
  z.strictObject({ action: z.enum(['discard', 'undo']), importId }),
]);
export type ImportSalesRequest = z.input<typeof importSalesRequestSchema>;

/** What the server finds wrong with rows. */
export const stagedSchema = z.object({
  outcome: z.literal('staged'),
  problems: z.array(z.object({ line: z.number(), code: z.string(), value: z.string() })),
});

/** A row whose commission is not what the rate gives. */
const differenceSchema = z.object({
  line: z.number(),
  productName: z.string(),
  basisPoints: count,
  commissionCents: z.number(),
  expectedCents: z.number(),
});

/**
 * How many sales are new and how many change, with the first of those by line. And how many commissions differ from
 * the rates, with the first. Amounts in US cents.
 */
export const previewSchema = z.object({
  added: count,
  changed: count,
  first: z.array(
    z.object({
      line: z.number(),
      columns: z.array(z.object({ column: z.string(), before: z.unknown(), after: z.unknown() })),
    }),
  ),
  rateDifferences: z._default(z.object({ count, first: z.array(differenceSchema) }), { count: 0, first: [] }),
});

export type Preview = z.infer<typeof previewSchema>;

/** `unknown_import`: another import took its place. `rows_missing`: some have not arrived. Nothing was written. */
export const committedSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('committed'), inserted: count, updated: count, unchanged: count }),
  z.object({ outcome: z.enum(['unknown_import', 'rows_missing']) }),
]);

export const importSalesResponseSchema = z.union([
  /** `busy`: another import is running. `maxRows`: more rows are not committed. */
  z.object({ outcome: z.enum(['begun', 'busy']), maxRows: count }),
  z.object({ outcome: z.literal('discarded') }),
  stagedSchema,
  z.extend(previewSchema, { outcome: z.literal('previewed') }),
  committedSchema,
  z.object({
    outcome: z.literal('undone'),
    /** Sales that the import had added. */
    removed: count,
    /** Sales that it had changed. */
    restored: count,
    /** Changed or removed by someone since: they stay as they are. */
    kept: count,
  }),
]);
export type ImportSalesResponse = z.infer<typeof importSalesResponseSchema>;

type Staged = z.infer<typeof stagedSchema>;
type Changed = Preview['first'][number];

const PROBLEM_TEXTS: Readonly<Record<string, string>> = {
  unknown_rep: 'rep_email is not a sales representative',
  unknown_customer: 'lead_email is not a customer',
  customer_of_another_rep: 'lead_email is a customer of another representative',
  sale_of_another_rep: 'id is a sale of another representative',
  duplicate_id: 'id is in the file twice',
};

/** What the server finds wrong with a row, in words. */
export function stagedProblem({ line, code, value }: Staged['problems'][number]): RowProblem {
  return { line, message: `${PROBLEM_TEXTS[code] ?? code}: ${JSON.stringify(value)}` };
}

/** What changes in a sale, as the file spells it. @example 'commission 320.00 → 400.00' */
export function changeWords({ columns }: Changed): string {
  return columns
    .map(({ column, before, after }) => `${column} ${shown(column, before)} → ${shown(column, after)}`)
    .join(', ');
}

/** @example 'commission 320.00, but the rate of Moonshot, 10 %, gives 400.00' */
export function differenceWords(difference: z.infer<typeof differenceSchema>): string {
  const { productName, basisPoints, commissionCents, expectedCents } = difference;
  return `commission ${formatDollars(commissionCents)}, but the rate of ${productName}, ${formatBasisPoints(basisPoints)}, gives ${formatDollars(expectedCents)}`;
}

function shown(column: string, value: unknown): string {
  if (value === null) return 'empty';
  if (typeof value === 'number') return formatDollars(value);
  return column === 'product_name' ? JSON.stringify(value) : String(value);
}

/** Answer of procedure `get_sales_imports()`, for managers: imports that can be undone, and others as recent. */
export const salesImportsSchema = z.object({
  rows: z.array(
    z.object({
      id: z.uuid(),
      /** Name of the manager. Null for an operator. */
      by: z.nullable(z.string()),
      committedAt: instant,
      inserted: count,
      updated: count,
      unchanged: count,
      undoneAt: z.nullable(instant),
      /** Null: it is too large to be undone, or changed nothing. */
      undoUntil: z.nullable(instant),
    }),
  ),
  now: instant,
});
export type ListedImport = z.infer<typeof salesImportsSchema>['rows'][number];
