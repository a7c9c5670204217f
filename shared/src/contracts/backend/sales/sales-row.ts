import { parseDollars } from '../../../lib/money.ts';
import { isOneLine } from '../../../lib/plain-text.ts';
import { restoreText } from '../../../lib/spreadsheet-text.ts';
import { z } from '../../../lib/zod.ts';
import { PRODUCT_NAME_MAX } from '../browser-limits.ts';
import { knownEmailSchema } from '../email-address.ts';
import { BILLING_FREQUENCIES } from './sales-filter.ts';

/** An address to look up, of someone whom a command or a file names. No rule ever let one in without an @. */
export function namedEmailSchema() {
  return knownEmailSchema().check(z.regex(/.@./));
}

const FIRST_DAY = '1900-01-01';
const LAST_DAY = '2199-12-31';

export const daySchema = z.iso.date().check(z.refine((day) => day >= FIRST_DAY && day <= LAST_DAY));
/** The database takes fewer offsets than a date may have. */
export const instantSchema = z.iso.datetime({ offset: true }).check(
  z.maxLength(40),
  // It looks at what is no time, too.
  z.refine((at) => !/[+-](1[6-9]|2\d):\d\d$/.test(at) && isWithinDays(Date.parse(at))),
);

function isWithinDays(timeMs: number): boolean {
  return timeMs >= Date.parse(FIRST_DAY) && timeMs < Date.parse(LAST_DAY) + 86_400_000;
}
const centsSchema = z.pipe(
  z.string(),
  z.pipe(
    z.transform((text: string) => parseDollars(text) ?? Number.NaN),
    z.number(),
  ),
);
/** Products are identified by their exact names. */
export const productNameSchema = z.string().check(
  z.refine((name) => name.trim() !== '' && [...name].length <= PRODUCT_NAME_MAX, {
    error: `must have 1 to ${PRODUCT_NAME_MAX} characters`,
    abort: true,
  }),
  z.refine(isOneLine, 'must be one line without control or invisible characters'),
);
const emptyAs = <Value>(value: Value) =>
  z.pipe(
    z.literal(''),
    z.transform(() => value),
  );

/**
 * What the columns of a file of sales hold, and the words that refuse anything else. In the order of an export. An
 * import takes them in any order. Amounts in US cents.
 */
const COLUMNS = {
  id: [z.pipe(z.string().check(z.toLowerCase()), z.uuid()), 'must be a UUID'],
  rep_email: [namedEmailSchema(), 'must be an email address'],
  lead_email: [z.union([emptyAs(null), namedEmailSchema()]), 'must be an email address or empty'],
  sale_date: [daySchema, 'must be a calendar day such as 2026-11-20'],
  product_name: [productNameSchema, null],
  billing_frequency: [
    z.pipe(z.string().check(z.toLowerCase()), z.enum(BILLING_FREQUENCIES)),
    `must be ${BILLING_FREQUENCIES.join(' or ')}`,
  ],
  sale_amount: [centsSchema, 'must be dollars such as 1234.50 or -1234.50'],
  commission: [z.union([emptyAs(0), centsSchema]), 'must be dollars such as 1234.50 or -1234.50, or empty'],
  cancelled_at: [
    z.union([
      emptyAs(null),
      instantSchema,
      z.pipe(
        daySchema,
        z.transform((day) => `${day}T00:00:00Z`),
      ),
    ]),
    'must be a day such as 2026-11-20, a time such as 2026-11-20T15:00:00Z, or empty',
  ],
} as const;
export type SalesColumn = keyof typeof COLUMNS;

export const SALES_COLUMNS = Object.keys(COLUMNS) as readonly SalesColumn[];

/** Left out, customers that are on the sales already stay. */
export const OPTIONAL_COLUMNS: readonly SalesColumn[] = ['lead_email'];

/** A sale as procedure `stage_sales` takes it. */
export type SalesRow = { line_number: number } & {
  [Column in SalesColumn]: z.output<(typeof COLUMNS)[Column][0]>;
};

/** One thing that is wrong with one row. */
export interface RowProblem {
  line: number;
  message: string;
}

/**
 * Checks one row of a file by itself.
 * @param cells by column. A column that the file does not have is missing.
 * @returns the row, or everything that is wrong with it.
 */
export function parseSalesRow(
  cells: Readonly<Partial<Record<SalesColumn, string>>>,
  line: number,
): { row: SalesRow } | { problems: RowProblem[] } {
  const problems: RowProblem[] = [];
  const row: Partial<Record<keyof SalesRow, unknown>> = { line_number: line };
  for (const column of SALES_COLUMNS) {
    const [schema, words] = COLUMNS[column];
    const cell = cells[column] ?? '';
    const parsed = schema.safeParse(restoreText(column === 'product_name' ? cell : cell.trim()));
    row[column] = parsed.data;
    if (!parsed.success) {
      const wanted = words ?? parsed.error.issues[0]?.message;
      problems.push({ line, message: `${column} ${wanted}, not ${quoted(cell)}` });
    }
  }
  for (const [column, text] of Object.entries(cells)) {
    if (text?.includes('\uFFFD'))
      problems.push({ line, message: `${column} is not UTF-8: save the file as CSV UTF-8` });
  }
  return problems.length > 0 ? { problems } : { row: row as SalesRow };
}

/** On one line and of limited length, for any text of the file. */
export function quoted(text: string): string {
  return text === '' ? 'empty' : JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
