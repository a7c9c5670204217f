import type { SalesTableRow } from '@corvane/shared/contracts/backend/sales/sales-table';
import { csvCell, csvLine } from '@corvane/shared/lib/spreadsheet-text';
import { COMMISSION_WORDS } from '../sale/commission-words.ts';
import { customerOfSale } from '../sale/sale-customer.ts';

const COLUMNS = [
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
] as const;

export const CSV_HEAD = csvLine(COLUMNS);

/** One line per sale, in the given order. */
export function csvLines(sales: readonly SalesTableRow[]): string {
  return sales.map((sale) => csvLine(fieldsOf(sale))).join('');
}

function fieldsOf(sale: SalesTableRow): string[] {
  return [
    sale.id,
    sale.saleDate,
    csvCell(sale.productName),
    csvCell(customerOfSale(sale).name),
    csvCell(sale.customer?.email ?? ''),
    csvCell(sale.customer?.company ?? ''),
    sale.billingFrequency,
    decimalAmount(sale.amountCents),
    decimalAmount(sale.commissionCents),
    sale.isCancelled ? 'Cancelled' : 'Active',
    sale.cancelledAt?.slice(0, 10) ?? '',
    COMMISSION_WORDS[sale.commissionGroup].label,
  ];
}

/** Dollars with two decimals and no separators. @example decimalAmount(-5) // '-0.05' */
export function decimalAmount(amountCents: number): string {
  const cents = Math.abs(amountCents);
  const dollars = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
  return amountCents < 0 ? `-${dollars}` : dollars;
}
