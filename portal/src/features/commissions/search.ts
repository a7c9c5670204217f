import type { Api } from '@corvane/shared/contracts/backend/ask';
import {
  BILLING_FREQUENCIES,
  COMMISSION_GROUPS,
  SALE_STATUSES,
  SALES_FILTER_LIMITS,
  salesFilterSchema,
  soldProductSchema,
} from '@corvane/shared/contracts/backend/sales/sales-filter';
import type { ScopedSalesFilter } from '@corvane/shared/contracts/backend/sales/sales-scope';
import {
  SALES_SORTS,
  type SalesSort,
  SORT_DIRECTIONS,
  type SortDirection,
} from '@corvane/shared/contracts/backend/sales/sales-table';
import { prefetchCall } from '../../app/prefetched-calls.ts';
import { many, one, readSearch, type StateOf } from '../../lib/search-state.ts';

export const SALES_PAGE_SIZE = 25;

const { from, to, search } = salesFilterSchema.shape;

/** The sales to show, as the address has them. */
export const SALES_SEARCH = {
  from: one('from', from),
  to: one('to', to),
  /** Without days, this month is meant, or all days. */
  range: one('range', ['all']),
  products: many('product', soldProductSchema, SALES_FILTER_LIMITS.products),
  billing_frequencies: many('frequency', BILLING_FREQUENCIES),
  statuses: many('status', SALE_STATUSES),
  commission_groups: many('commission', COMMISSION_GROUPS),
  search: one('q', search),
  sort: one('sort', SALES_SORTS, 'sale_date'),
  /** Without it, each column has its own. */
  order: one('order', SORT_DIRECTIONS),
};
export type SalesSearch = StateOf<typeof SALES_SEARCH>;

/** What remains once all is cleared. */
export const EVERY_SALE = { range: 'all' } as const;

/** The sales to show, as the procedures take them. */
export interface SalesView {
  filter: ScopedSalesFilter & DateRange;
  sort: SalesSort;
  direction: SortDirection;
}

/** @param today calendar day, YYYY-MM-DD */
export function salesOn(today: string, { range, sort, order, ...filter }: SalesSearch): SalesView {
  return {
    filter: range === null && isSameRange(filter, EVERY_DAY) ? { ...filter, ...thisMonth(today) } : filter,
    sort,
    direction: order ?? firstDirection(sort),
  };
}

/** The fields for some days. @param today calendar day, YYYY-MM-DD */
export function searchOfDays({ from, to }: DateRange, today: string) {
  const days = isSameRange({ from, to }, thisMonth(today)) ? EVERY_DAY : { from, to };
  return { ...days, range: from === null && to === null ? ('all' as const) : null };
}

/** The fields for an order. */
export function searchOfOrder(sort: SalesSort, direction: SortDirection) {
  return { sort, order: direction === firstDirection(sort) ? null : direction };
}

/** Amounts and dates start with the largest and the newest, words with A. */
export function firstDirection(sort: SalesSort): SortDirection {
  return sort === 'sale_date' || sort === 'amount' || sort === 'commission' ? 'desc' : 'asc';
}

/** The arguments of `get_sales_table` for a page. @param after cursor of the page before, null for the first */
export function pageArguments(view: SalesView, after: string | null, pageSize = SALES_PAGE_SIZE) {
  return { ...view, page_size: pageSize, after };
}

/** Loads the totals and the first rows for an address early. The panel makes the same calls. */
export function prefetchSales(api: Api, search: string): void {
  const view = salesOn(new Date().toISOString().slice(0, 10), readSearch(SALES_SEARCH, search));
  prefetchCall(api, 'get_sales_dashboard', { filter: view.filter });
  prefetchCall(api, 'get_sales_table', pageArguments(view, null));
}

/** First and last calendar day, both included. Null is open. */
export type DateRange = {
  from: string | null;
  to: string | null;
};

export const EVERY_DAY: DateRange = { from: null, to: null };

export function isSameRange(a: DateRange, b: DateRange): boolean {
  return a.from === b.from && a.to === b.to;
}

/** The default range, for a view without dates. @param today calendar day, YYYY-MM-DD */
export function thisMonth(today: string): DateRange {
  return { from: `${today.slice(0, 8)}01`, to: today };
}
