import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { groupOf } from './recomputed.ts';
import type { FigureSale } from './sample.ts';

/** Half of a line end. */
const LONE_BREAK = /(?<!\r)\n|\r(?!\n)/;

/** A line of the file: its cells by column name. */
export type ExportedLine = Readonly<Record<string, string>>;

/**
 * The file from Export CSV, parsed by RFC 4180: every line ends with CRLF and has the same number of cells. Quotes
 * are only where the standard allows them.
 */
export async function exportedLines(page: Page): Promise<ExportedLine[]> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  if (!text.startsWith('\uFEFF')) throw new Error('The file does not start with a byte order mark');
  if (!text.endsWith('\r\n')) throw new Error('The last line has no line break');
  // The parser accepts single CR and LF characters, so check them here.
  if (LONE_BREAK.test(text.replaceAll(/"[^"]*"/g, '')))
    throw new Error('A single CR or LF is outside quotes');
  return parse(text, { bom: true, columns: true, record_delimiter: '\r\n' });
}

/** The customer's columns in the file. Another representative's customer is unknown. */
export function customerOf({ customer }: FigureSale): { name: string; email: string; company: string } {
  if (customer === null || customer.isHidden) return { name: 'Unknown Customer', email: '', company: '' };
  return { ...customer, name: customer.name || customer.email };
}

/** The expected line of a sale. `sales-csv.test.ts` has the names of all columns in order. */
export function lineOf(sale: FigureSale): ExportedLine {
  const customer = customerOf(sale);
  return {
    'Sale ID': sale.id,
    Date: sale.sale_date,
    Product: harmless(sale.product_name),
    Customer: harmless(customer.name),
    Email: harmless(customer.email),
    Company: harmless(customer.company),
    'Billing frequency': sale.billing_frequency,
    'Amount (USD)': decimal(sale.sale_amount),
    'Commission (USD)': decimal(sale.commission),
    Status: sale.is_cancelled ? 'Cancelled' : 'Active',
    'Cancelled on': sale.cancelled_at?.slice(0, 10) ?? '',
    'Commission counts as': groupOf(sale),
  };
}

function harmless(text: string): string {
  return isFormula(text) ? `'${text}` : text;
}

/** Whether a spreadsheet would run the cell. */
export function isFormula(cell: string): boolean {
  return ['=', '+', '-', '@', '\t', '\r'].some((sign) => cell.startsWith(sign));
}

const AMOUNT = /^-?\d+\.\d\d$/;

export function isAmount(cell: string): boolean {
  return AMOUNT.test(cell);
}

/** @example centsOf('-0.05') // -5 */
export function centsOf(cell: string): number {
  if (!isAmount(cell)) throw new Error(`${cell} is not an amount`);
  return Number(cell.replace('.', ''));
}

function decimal(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
