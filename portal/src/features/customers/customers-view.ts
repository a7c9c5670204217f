import {
  CUSTOMER_STATUSES,
  type CustomerStatus,
  customersFilterSchema,
} from '@corvane/shared/contracts/backend/customers/customers';
import type { AddressChange } from '../../lib/search-with.ts';

const CUSTOMERS_PAGE_SIZE = 50;

/** Which customers the list shows. */
export interface CustomersView {
  /** null means all. */
  status: CustomerStatus | null;
  search: string;
}

/** Names of the parameters. Other tabs keep theirs in the same address. */
const STATUS = 'state';
const SEARCH = 'find';

/** Reads the view from an address. Ignores invalid parameters. */
export function customersViewOf(search: string): CustomersView {
  const parameters = new URLSearchParams(search);
  const status = parameters.get(STATUS);
  const text = (parameters.get(SEARCH) ?? '').trim();
  return {
    status: CUSTOMER_STATUSES.find((known) => known === status) ?? null,
    search: customersFilterSchema.safeParse({ search: text }).success ? text : '',
  };
}

/** The arguments of `get_customers` for a page of the list. @param after cursor of the page before, null for the first */
export function customersArguments(view: CustomersView, after: string | null) {
  const filter = {
    statuses: view.status === null ? null : [view.status],
    search: view.search === '' ? null : view.search,
  };
  return { filter, page_size: CUSTOMERS_PAGE_SIZE, after };
}

export function customersViewChange(view: Partial<CustomersView>): AddressChange {
  return {
    ...(view.status === undefined ? {} : { [STATUS]: view.status }),
    ...(view.search === undefined ? {} : { [SEARCH]: view.search }),
  };
}
