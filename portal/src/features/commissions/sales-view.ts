import {
  BILLING_FREQUENCIES,
  type BillingFrequency,
} from '@corvane/shared/contracts/backend/billing-frequency';
import {
  SALE_STATUSES,
  SALES_FILTER_LIMITS,
  type SaleStatusName,
  type SalesFilter,
  salesFilterSchema,
} from '@corvane/shared/contracts/backend/sales-filter';
import {
  SALES_SORTS,
  type SalesSort,
  SORT_DIRECTIONS,
  type SortDirection,
} from '@corvane/shared/contracts/backend/sales-table';
import type { AddressChange } from '../../lib/search-with.ts';

/** Which sales are shown, and in which order. null and empty: not narrowed by this. */
export interface SalesView {
  /** Calendar days, counted in. */
  from: string | null;
  to: string | null;
  products: readonly string[];
  billing: BillingFrequency | null;
  status: SaleStatusName | null;
  search: string;
  sort: SalesSort;
  direction: SortDirection;
}

export const EVERYTHING: SalesView = {
  from: null,
  to: null,
  products: [],
  billing: null,
  status: null,
  search: '',
  sort: 'sale_date',
  direction: 'desc',
};

/** The view that an address asks for; what makes no sense in it is as if it were not there. */
export function salesViewOf(search: string): SalesView {
  const parameters = new URLSearchParams(search);
  const one = <Value extends string>(name: string, known: readonly Value[]): Value | null =>
    known.find((value) => value === parameters.get(name)) ?? null;
  const sort = one('sort', SALES_SORTS) ?? EVERYTHING.sort;
  return {
    from: dayOf(parameters.get('from')),
    to: dayOf(parameters.get('to')),
    products: productsOf(parameters.getAll('product')),
    billing: one('frequency', BILLING_FREQUENCIES),
    status: one('status', SALE_STATUSES),
    search: (parameters.get('q') ?? '').trim().slice(0, SALES_FILTER_LIMITS.search),
    sort,
    direction: one('order', SORT_DIRECTIONS) ?? firstDirection(sort),
  };
}

/** What was chosen. A function gets the view as the address now has it, which may be newer than the one that is drawn. */
export type SalesViewChoice = Partial<SalesView> | ((view: SalesView) => Partial<SalesView>);

/**
 * What an address has to say for what was chosen, and nothing about the rest of the view. Defaults are left out. Sort and
 * direction come together.
 * @param current query string of the address as it is now.
 */
export function salesViewChange(choice: SalesViewChoice, current = ''): AddressChange {
  const chosen = typeof choice === 'function' ? choice(salesViewOf(current)) : choice;
  const { from, to, products, billing, status, search, sort, direction } = chosen;
  const parameters = {
    from,
    to,
    product: products,
    frequency: billing,
    status,
    q: search,
    sort: sort === EVERYTHING.sort ? null : sort,
    order: sort !== undefined && direction === firstDirection(sort) ? null : direction,
  };
  return Object.fromEntries(
    Object.entries(parameters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** Figures and days begin with the largest and the newest, words with A. */
export function firstDirection(sort: SalesSort): SortDirection {
  return sort === 'sale_date' || sort === 'amount' || sort === 'commission' ? 'desc' : 'asc';
}

/** The filter as the procedures take it: the same for cards, charts, table and export. */
export function filterOf(view: SalesView): SalesFilter {
  return {
    from: view.from,
    to: view.to,
    products: view.products.length === 0 ? null : [...view.products],
    billing_frequencies: view.billing === null ? null : [view.billing],
    statuses: view.status === null ? null : [view.status],
    search: view.search === '' ? null : view.search,
  };
}

export function isFiltered(view: SalesView): boolean {
  return Object.values(filterOf(view)).some((value) => value !== null);
}

/** Nothing is left of what somebody chose, the order included. */
export function isEverything(view: SalesView): boolean {
  return !isFiltered(view) && view.sort === EVERYTHING.sort && view.direction === EVERYTHING.direction;
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

/** Id of the sale whose explanation is open; null for none. */
export function openSaleOf(search: string): string | null {
  const id = new URLSearchParams(search).get(SALE)?.toLowerCase() ?? '';
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? id : null;
}

export function openSaleChange(saleId: string | null): AddressChange {
  return { [SALE]: saleId };
}
