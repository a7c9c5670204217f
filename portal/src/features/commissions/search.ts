import type { Api } from '@corvane/shared/contracts/backend/ask';
import {
  BILLING_FREQUENCIES,
  COMMISSION_GROUPS,
  SALE_STATUSES,
  SALES_FILTER_LIMITS,
  salesFilterSchema,
} from '@corvane/shared/contracts/backend/sales/sales-filter';
import type { ScopedSalesFilter } from '@corvane/shared/contracts/backend/sales/sales-scope';
import {
  SALES_SORTS,
  type SalesSort,
  SORT_DIRECTIONS,
  type SortDirection,
} from '@corvane/shared/contracts/backend/sales/sales-table';
import { formatDay } from '@corvane/shared/lib/dates';
import { beginCall } from '../../app/begun-calls.ts';
import { many, one, readSearch, type StateOf } from '../../lib/search-state.ts';

export const SALES_PAGE_SIZE = 25;

const { from, to, products, search } = salesFilterSchema.shape;

/** The sales to show, as the address has them. */
export const SALES_SEARCH = {
  from: one('from', from),
  to: one('to', to),
  /** Without days, this month is meant, or all days. */
  range: one('range', ['all']),
  products: many('product', products.unwrap().unwrap().element, SALES_FILTER_LIMITS.products),
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

/** @param today calendar day, YYYY-MM-DD @param scope whose sales, for a manager */
export function salesOn(
  today: string,
  { range, sort, order, ...others }: SalesSearch,
  scope?: string,
): SalesView {
  const filter = { ...others, scope };
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

/** A filter other than the dates is active. A scope is none. */
export function isNarrowed({ scope, from, to, ...others }: ScopedSalesFilter): boolean {
  return Object.values(others).some((value) => value !== null);
}

/** There is something to clear: dates, a filter or an order. */
export function isChosen({ filter, sort, direction }: SalesView, today: string): boolean {
  const isOrdered = sort !== 'sale_date' || direction !== 'desc';
  return (
    isNarrowed(filter) ||
    isOrdered ||
    !(isSameRange(filter, EVERY_DAY) || isSameRange(filter, thisMonth(today)))
  );
}

/** The arguments of `get_sales_table` for a page. @param after cursor of the page before, null for the first */
export function pageArguments(view: SalesView, after: string | null, pageSize = SALES_PAGE_SIZE) {
  return { ...view, page_size: pageSize, after };
}

/** Loads the totals and the first rows for an address early. The panel makes the same calls. */
export function beginSalesCalls(api: Api, search: string): void {
  const view = salesOn(new Date().toISOString().slice(0, 10), readSearch(SALES_SEARCH, search));
  beginCall(api, 'get_sales_dashboard', { filter: view.filter });
  beginCall(api, 'get_sales_table', pageArguments(view, null));
}

/** First and last calendar day, both included. Null is open. */
export type DateRange = {
  from: string | null;
  to: string | null;
};

interface RangeShortcut extends DateRange {
  id: string;
  label: string;
}

export const EVERY_DAY: DateRange = { from: null, to: null };

export function isSameRange(a: DateRange, b: DateRange): boolean {
  return a.from === b.from && a.to === b.to;
}

/** The default range, for a view without dates. @param today calendar day, YYYY-MM-DD */
function thisMonth(today: string): DateRange {
  return { from: `${today.slice(0, 8)}01`, to: today };
}

/**
 * The common ranges, relative to a day.
 * @param today calendar day, YYYY-MM-DD: the server's, which also decides what is pending
 */
export function rangeShortcuts(today: string): readonly RangeShortcut[] {
  const [year = 0, month = 0, day = 0] = today.split('-').map(Number);
  const lastMonth = { from: dayAt(year, month - 1, 1), to: dayAt(year, month, 0) };
  const last90Days = { from: dayAt(year, month, day - 89), to: today };
  return [
    { id: 'this-month', label: 'This month', ...thisMonth(today) },
    { id: 'last-month', label: 'Last month', ...lastMonth },
    { id: 'last-90-days', label: 'Last 90 days', ...last90Days },
    { id: 'this-year', label: 'This year', from: dayAt(year, 1, 1), to: today },
    { id: 'all', label: 'All time', ...EVERY_DAY },
  ];
}

export function shortcutOf(range: DateRange, today: string): RangeShortcut | undefined {
  return rangeShortcuts(today).find((shortcut) => isSameRange(shortcut, range));
}

/** The name of a range. @example rangeName({ from: '2026-11-03', to: null }, today) // 'Since Nov 3, 2026' */
export function rangeName(range: DateRange, today: string): string {
  return shortcutOf(range, today)?.label ?? rangeDays(range);
}

/** The days of a range. '' for all days. */
export function rangeDays({ from, to }: DateRange): string {
  if (from !== null && to !== null) return `${formatDay(from)} to ${formatDay(to)}`;
  if (from !== null) return `Since ${formatDay(from)}`;
  return to === null ? '' : `Until ${formatDay(to)}`;
}

/** A day or month outside its limits moves to the next or previous month or year. @param month 1 is January */
function dayAt(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}
