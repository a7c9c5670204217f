import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { groupOf } from './recomputed.ts';
import type { FigureSale } from './sample.ts';

export const HEAD = [
  'Sale ID',
  'Date',
  'Product',
  'Customer',
  'Email',
  'Company',
  'Billing frequency',
  'Amount (USD)',
  'Commission (USD)',
  'Status',
  'Cancelled on',
  'Commission counts as',
];

/** Half of a line end. */
const LONE_BREAK = /(?<!\r)\n|\r(?!\n)/;

/**
 * The file that Export CSV hands out, read as RFC 4180 has it: all lines end with CRLF and have as many cells, and
 * quotes are where they have to be.
 */
export async function exportedLines(page: Page): Promise<string[][]> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  if (!text.startsWith('\uFEFF')) throw new Error('The file does not begin with a byte order mark');
  if (!text.endsWith('\r\n')) throw new Error('The last line has no end');
  // The parser lets them pass.
  if (LONE_BREAK.test(text.replaceAll(/"[^"]*"/g, ''))) throw new Error('A line break stands outside quotes');
  return parse(text, { bom: true, record_delimiter: '\r\n' });
}

/** The name of a customer; another representative's customer has none. */
export function customerOf({ lead }: FigureSale): { name: string; email: string; company: string } {
  if (lead === null || lead.isHidden) return { name: 'Unknown Customer', email: '', company: '' };
  return { ...lead, name: lead.name || lead.email };
}

/** The line that a sale should have. */
export function lineOf(sale: FigureSale): string[] {
  const customer = customerOf(sale);
  return [
    sale.id,
    sale.sale_date,
    harmless(sale.product_name),
    harmless(customer.name),
    harmless(customer.email),
    harmless(customer.company),
    sale.billing_frequency,
    decimal(sale.sale_amount),
    decimal(sale.commission),
    sale.is_cancelled ? 'Cancelled' : 'Active',
    sale.cancelled_at?.slice(0, 10) ?? '',
    groupOf(sale),
  ];
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
