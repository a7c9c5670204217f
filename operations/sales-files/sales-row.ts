import { PRODUCT_NAME_MAX } from '@corvane/shared/contracts/backend/browser-limits';
import { BILLING_FREQUENCIES } from '@corvane/shared/contracts/backend/sales/sales-filter';
import { parseDollars } from '@corvane/shared/lib/dollars';
import { isOneLine } from '@corvane/shared/lib/plain-text';
import { restoreText } from '@corvane/shared/lib/spreadsheet-text';
import { z } from 'zod';
import { namedEmailSchema } from '../command-line/required-option.ts';

/** Columns of a file of sales, in the order of an export. An import takes them in any order. */
export const SALES_COLUMNS = [
  'id',
  'rep_email',
  'lead_email',
  'sale_date',
  'product_name',
  'billing_frequency',
  'sale_amount',
  'commission',
  'cancelled_at',
] as const;
export type SalesColumn = (typeof SALES_COLUMNS)[number];

/** Left out, customers that are on the sales already stay. */
export const OPTIONAL_COLUMNS: readonly SalesColumn[] = ['lead_email'];

/** A sale as procedure `stage_sales` takes it. Amounts in US cents. */
export interface SalesRow {
  line_number: number;
  id: string;
  rep_email: string;
  lead_email: string | null;
  sale_date: string;
  product_name: string;
  billing_frequency: string;
  sale_amount: number;
  commission: number;
  cancelled_at: string | null;
}

/** One thing that is wrong with one row. */
export interface RowProblem {
  line: number;
  message: string;
}

const FIRST_DAY = '1900-01-01';
const LAST_DAY = '2199-12-31';

const idSchema = z.uuid();
const daySchema = z.iso.date().refine((day) => day >= FIRST_DAY && day <= LAST_DAY);
const instantSchema = z.iso.datetime({ offset: true });

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
  const refuse = (column: SalesColumn, wanted: string) => {
    problems.push({ line, message: `${column} ${wanted}, not ${quoted(cells[column] ?? '')}` });
  };
  const cell = (column: SalesColumn) => restoreText((cells[column] ?? '').trim());

  const id = cell('id').toLowerCase();
  if (!idSchema.safeParse(id).success) refuse('id', 'must be a UUID');
  const repEmail = namedEmailSchema.safeParse(cell('rep_email'));
  if (!repEmail.success) refuse('rep_email', 'must be an email address');
  const hasCustomer = cell('lead_email') !== '';
  const customerEmail = namedEmailSchema.safeParse(cell('lead_email'));
  if (hasCustomer && !customerEmail.success) {
    refuse('lead_email', 'must be an email address or empty');
  }
  const saleDate = cell('sale_date');
  if (!daySchema.safeParse(saleDate).success)
    refuse('sale_date', 'must be a calendar day such as 2026-11-20');
  // Stored as written: products are identified by their exact names.
  const productName = restoreText(cells.product_name ?? '');
  if (productName.trim() === '' || [...productName].length > PRODUCT_NAME_MAX) {
    refuse('product_name', `must have 1 to ${PRODUCT_NAME_MAX} characters`);
  } else if (!isOneLine(productName)) {
    refuse('product_name', 'must be one line without control or invisible characters');
  }
  const frequency = cell('billing_frequency').toLowerCase();
  if (!BILLING_FREQUENCIES.some((known) => known === frequency)) {
    refuse('billing_frequency', `must be ${BILLING_FREQUENCIES.join(' or ')}`);
  }
  const amountCents = parseDollars(cell('sale_amount'));
  if (amountCents === null) refuse('sale_amount', 'must be dollars such as 1234.50 or -1234.50');
  const commissionCents = cell('commission') === '' ? 0 : parseDollars(cell('commission'));
  if (commissionCents === null) refuse('commission', 'must be dollars such as 1234.50 or -1234.50, or empty');
  const cancelledAt = cell('cancelled_at');
  const isCancelDay = daySchema.safeParse(cancelledAt).success;
  if (cancelledAt !== '' && !isCancelDay && !instantSchema.safeParse(cancelledAt).success) {
    refuse('cancelled_at', 'must be a day such as 2026-11-20, a time such as 2026-11-20T15:00:00Z, or empty');
  }
  for (const [column, text] of Object.entries(cells)) {
    if (text?.includes('\uFFFD'))
      problems.push({ line, message: `${column} is not UTF-8: save the file as CSV UTF-8` });
  }

  if (problems.length > 0 || amountCents === null || commissionCents === null) return { problems };
  return {
    row: {
      line_number: line,
      id,
      rep_email: repEmail.data ?? '',
      lead_email: customerEmail.data ?? null,
      sale_date: saleDate,
      product_name: productName,
      billing_frequency: frequency,
      sale_amount: amountCents,
      commission: commissionCents,
      cancelled_at: cancelledAt === '' ? null : isCancelDay ? `${cancelledAt}T00:00:00Z` : cancelledAt,
    },
  };
}

/** On one line and of limited length, for any text of the file. */
export function quoted(text: string): string {
  return text === '' ? 'empty' : JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
