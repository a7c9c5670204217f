import { SEARCH_MAX } from '@corvane/shared/contracts/backend/browser-limits';
import {
  BILLING_FREQUENCIES,
  type BillingFrequency,
} from '@corvane/shared/contracts/backend/sales/billing-frequency';
import {
  COMMISSION_GROUPS,
  type CommissionGroup,
  SALE_STATUSES,
  SALES_FILTER_LIMITS,
  type SaleStatusName,
  type SalesFilter,
  salesFilterSchema,
} from '@corvane/shared/contracts/backend/sales/sales-filter';
import {
  SALES_SORTS,
  type SalesSort,
  SORT_DIRECTIONS,
  type SortDirection,
} from '@corvane/shared/contracts/backend/sales/sales-table';
import { cutText } from '@corvane/shared/lib/cut-text';
import { idInAddress } from '../../lib/id-in-address.ts';
import type { AddressChange } from '../../lib/search-with.ts';
import { type DateRange, EVERY_DAY, isSameRange, thisMonth } from './range/date-ranges.ts';

/** Which sales are shown, and in which order. null or empty means no restriction. */
export interface SalesView extends DateRange {
  products: readonly string[];
  billing: BillingFrequency | null;
  status: SaleStatusName | null;
  commission: CommissionGroup | null;
  search: string;
  sort: SalesSort;
  direction: SortDirection;
}

/** The two days always come together. */
type SalesChoice = Partial<Omit<SalesView, keyof DateRange>> &
  (DateRange | { from?: undefined; to?: undefined });

export const EVERYTHING: SalesView = {
  ...EVERY_DAY,
  products: [],
  billing: null,
  status: null,
  commission: null,
  search: '',
  sort: 'sale_date',
  direction: 'desc',
};

/**
 * Reads the view from an address. Ignores invalid parameters. Without dates it means this month. `range=all` means
 * all days.
 * @param today calendar day, YYYY-MM-DD
 */
export function salesViewOf(search: string, today: string): SalesView {
  const parameters = new URLSearchParams(search);
  const one = <Value extends string>(name: string, known: readonly Value[]): Value | null =>
    known.find((value) => value === parameters.get(name)) ?? null;
  const sort = one('sort', SALES_SORTS) ?? EVERYTHING.sort;
  const days = { from: dayOf(parameters.get('from')), to: dayOf(parameters.get('to')) };
  const isOpen = isSameRange(days, EVERY_DAY);
  return {
    ...(isOpen && one('range', [ALL]) === null ? thisMonth(today) : days),
    products: productsOf(parameters.getAll('product')),
    billing: one('frequency', BILLING_FREQUENCIES),
    status: one('status', SALE_STATUSES),
    commission: one('commission', COMMISSION_GROUPS),
    search: cutText((parameters.get('q') ?? '').trim(), SEARCH_MAX),
    sort,
    direction: one('order', SORT_DIRECTIONS) ?? firstDirection(sort),
  };
}

/**
 * A change of the view. A function receives the view of the current address, which may be newer than the rendered
 * one.
 */
export type SalesViewChoice = SalesChoice | ((view: SalesView) => SalesChoice);

/**
 * The address parameters for a choice. Other parameters stay unchanged. Defaults are left out. Sort and direction
 * always come together.
 * @param current query string of the current address
 * @param today calendar day, YYYY-MM-DD
 */
export function salesViewChange(choice: SalesViewChoice, current: string, today: string): AddressChange {
  const chosen = typeof choice === 'function' ? choice(salesViewOf(current, today)) : choice;
  const { products, billing, status, commission, search, sort, direction } = chosen;
  const parameters = {
    ...rangeParameters(chosen, today),
    product: products,
    frequency: billing,
    status,
    commission,
    q: search,
    sort: sort === EVERYTHING.sort ? null : sort,
    order: sort !== undefined && direction === firstDirection(sort) ? null : direction,
  };
  return Object.fromEntries(
    Object.entries(parameters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

const ALL = 'all';

function rangeParameters({ from, to }: SalesChoice, today: string) {
  if (from === undefined) return {};
  const range = { from, to };
  if (isSameRange(range, thisMonth(today))) return { from: null, to: null, range: null };
  return { from, to, range: isSameRange(range, EVERY_DAY) ? ALL : null };
}

/** Amounts and dates start with the largest and the newest, words with A. */
export function firstDirection(sort: SalesSort): SortDirection {
  return sort === 'sale_date' || sort === 'amount' || sort === 'commission' ? 'desc' : 'asc';
}

/** The filter in the procedures' format, for cards, charts, table and export. */
export function filterOf(view: SalesView): SalesFilter & DateRange {
  return {
    from: view.from,
    to: view.to,
    products: view.products.length === 0 ? null : [...view.products],
    billing_frequencies: view.billing === null ? null : [view.billing],
    statuses: view.status === null ? null : [view.status],
    commission_groups: view.commission === null ? null : [view.commission],
    search: view.search === '' ? null : view.search,
  };
}

/** A filter other than the dates is active. */
export function isNarrowed({ from, to, ...others }: SalesFilter): boolean {
  return Object.values(others).some((value) => value !== null);
}

/** A filter or a range of dates is active. */
export function isFiltered(view: SalesView): boolean {
  return isNarrowed(filterOf(view)) || !isSameRange(view, EVERY_DAY);
}

/** There is something to clear: dates, a filter or an order. */
export function isChosen(view: SalesView, today: string): boolean {
  const isOrdered = view.sort !== EVERYTHING.sort || view.direction !== EVERYTHING.direction;
  return (
    isNarrowed(filterOf(view)) ||
    isOrdered ||
    !(isSameRange(view, EVERY_DAY) || isSameRange(view, thisMonth(today)))
  );
}

function dayOf(value: string | null): string | null {
  return value !== null && salesFilterSchema.safeParse({ from: value }).success ? value : null;
}

function productsOf(values: readonly string[]): string[] {
  return [...new Set(values)]
    .filter((value) => value !== '' && value.length <= SALES_FILTER_LIMITS.productName)
    .slice(0, SALES_FILTER_LIMITS.products)
    .sort();
}

const SALE = 'sale';

/** The id of the sale whose explanation is open. Null for none. */
export function openSaleOf(search: string): string | null {
  return idInAddress(search, SALE);
}

export function openSaleChange(saleId: string | null): AddressChange {
  return { [SALE]: saleId };
}
