import {
  CUSTOMERS_SORTS,
  type CustomersSort,
} from '@corvane/shared/contracts/backend/customers/customer-list';
import { SORT_DIRECTIONS, type SortDirection } from '@corvane/shared/contracts/backend/sales/sales-table';
import { one, type StateOf } from '../../lib/search-state.ts';
import { CUSTOMERS_FILTER, type CustomersFilter } from './search.ts';

/** The list of customers, as the address has it. The first script contains the filter alone. */
export const CUSTOMERS_SEARCH = {
  ...CUSTOMERS_FILTER,
  by: one('by', CUSTOMERS_SORTS, 'issued'),
  /** Without it, each column has its own. */
  way: one('way', SORT_DIRECTIONS),
};
export type CustomersSearch = StateOf<typeof CUSTOMERS_SEARCH>;

/** The list of customers, as the procedure takes it. */
export interface CustomersView {
  filter: CustomersFilter;
  sort: CustomersSort;
  direction: SortDirection;
}

export function customersOn({ by, way, ...filter }: CustomersSearch): CustomersView {
  return { filter, sort: by, direction: way ?? firstDirection(by) };
}

/** The fields for an order. */
export function searchOfOrder(by: CustomersSort, direction: SortDirection) {
  return { by, way: direction === firstDirection(by) ? null : direction };
}

/** One press sorts by a column, the next reverses the order. */
export function nextOrder({ sort, direction }: CustomersView, pressed: CustomersSort) {
  return searchOfOrder(
    pressed,
    pressed !== sort ? firstDirection(pressed) : direction === 'asc' ? 'desc' : 'asc',
  );
}

/** Times start with the latest, names with A. */
function firstDirection(sort: CustomersSort): SortDirection {
  return sort === 'customer' ? 'asc' : 'desc';
}

/** The order that the server has by itself, which an early call leaves to it. */
export function isUsualOrder({ sort, direction }: Omit<CustomersView, 'filter'>): boolean {
  return sort === 'issued' && direction === 'desc';
}

/** The orders in words, for phones without column headers. */
export const ORDER_CHOICES = [
  { value: 'issued desc', label: 'Newest link first' },
  { value: 'issued asc', label: 'Oldest link first' },
  { value: 'customer asc', label: 'Customer, A to Z' },
  { value: 'customer desc', label: 'Customer, Z to A' },
  { value: 'opened desc', label: 'Opened last first' },
  { value: 'opened asc', label: 'Never opened first' },
  { value: 'ends desc', label: 'Most time left first' },
  { value: 'ends asc', label: 'Least time left first' },
] as const satisfies readonly { value: `${CustomersSort} ${SortDirection}`; label: string }[];
