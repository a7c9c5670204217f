import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { groupOf } from './recomputed.ts';
import type { FigureSale } from './sample.ts';

/** Half of a line end. */
const LONE_BREAK = /(?<!\r)\n|\r(?!\n)/;

/** A line of the file: its cells by the names of their columns. */
export type ExportedLine = Readonly<Record<string, string>>;

/**
 * The file that Export CSV hands out, read as RFC 4180 has it: all lines end with CRLF and have as many cells, and
 * quotes are where they have to be.
 */
export async function exportedLines(page: Page): Promise<ExportedLine[]> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  if (!text.startsWith('\uFEFF')) throw new Error('The file does not begin with a byte order mark');
  if (!text.endsWith('\r\n')) throw new Error('The last line has no end');
  // The parser lets them pass.
  if (LONE_BREAK.test(text.replaceAll(/"[^"]*"/g, ''))) throw new Error('A line break stands outside quotes');
  return parse(text, { bom: true, columns: true, record_delimiter: '\r\n' });
}

/** The name that stands for a customer; a customer of somebody else is nobody. */
export function customerOf({ customer }: FigureSale): { name: string; email: string; company: string } {
  if (customer === null || customer.isHidden) return { name: 'Unknown Customer', email: '', company: '' };
  return { ...customer, name: customer.name || customer.email };
}

/** What the line of a sale should contain. The names of all columns, in their order: `sales-csv.test.ts`. */
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

/** A spreadsheet would run it. */
export function isFormula(cell: string): boolean {
  return ['=', '+', '-', '@', '\t', '\r'].some((sign) => cell.startsWith(sign));
}

const AMOUNT = /^-?\d+\.\d\d$/;

export function isAmount(cell: string): boolean {
  return AMOUNT.test(cell);
}

/** @example centsOf('-0.05') // -5 */
export function centsOf(cell: string): number {
  if (!isAmount(cell)) throw new Error(`${cell} is no amount`);
  return Number(cell.replace('.', ''));
}

function decimal(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
