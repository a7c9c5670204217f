import type { SalesSort, SortDirection } from '@corvane/shared/contracts/backend/sales/sales-table';

interface SortColumn {
  label: string;
  column: SalesSort | null;
  align: 'left' | 'right';
}

/** The table's columns, in order. */
export const SORT_COLUMNS: readonly SortColumn[] = [
  { label: 'Product', column: 'product', align: 'left' },
  { label: 'Customer', column: 'customer', align: 'left' },
  { label: 'Billing', column: null, align: 'left' },
  { label: 'Amount', column: 'amount', align: 'right' },
  { label: 'Commission', column: 'commission', align: 'right' },
  { label: 'Date', column: 'sale_date', align: 'left' },
  { label: 'Status', column: 'status', align: 'left' },
];

/** The same choices in words, for phones without column headers. */
export const SORT_CHOICES = [
  { value: 'sale_date desc', label: 'Newest first' },
  { value: 'sale_date asc', label: 'Oldest first' },
  { value: 'amount desc', label: 'Largest amount first' },
  { value: 'amount asc', label: 'Smallest amount first' },
  { value: 'commission desc', label: 'Largest commission first' },
  { value: 'commission asc', label: 'Smallest commission first' },
  { value: 'customer asc', label: 'Customer, A to Z' },
  { value: 'customer desc', label: 'Customer, Z to A' },
  { value: 'product asc', label: 'Product, A to Z' },
  { value: 'product desc', label: 'Product, Z to A' },
  { value: 'status asc', label: 'Active first' },
  { value: 'status desc', label: 'Cancelled first' },
] as const satisfies readonly { value: `${SalesSort} ${SortDirection}`; label: string }[];

type SortChoice = (typeof SORT_CHOICES)[number]['value'];

/** @example sortOfChoice('amount asc') // ['amount', 'asc'] */
export function sortOfChoice(choice: SortChoice) {
  return choice.split(' ') as [SalesSort, SortDirection];
}
