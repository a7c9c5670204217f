import type { Api } from '@corvane/shared/contracts/backend/ask';
import {
  CUSTOMER_STATUSES,
  customersFilterSchema,
} from '@corvane/shared/contracts/backend/customers/customers';
import { prefetchCall } from '../../app/prefetched-calls.ts';
import { many, one, readSearch, type StateOf } from '../../lib/search-state.ts';

const CUSTOMERS_PAGE_SIZE = 50;

/** The customers to show, as the address has them and `get_customers` takes them. */
export const CUSTOMERS_FILTER = {
  statuses: many('state', CUSTOMER_STATUSES),
  search: one('find', customersFilterSchema.shape.search),
};
export type CustomersFilter = StateOf<typeof CUSTOMERS_FILTER>;

/** The arguments of `get_customers` for a page of the list. @param after cursor of the page before, null for the first */
export function customersArguments<Filter extends CustomersFilter>(filter: Filter, after: string | null) {
  return { filter, page_size: CUSTOMERS_PAGE_SIZE, after };
}

/** Loads the first customers for an address early. The panel makes the same call. */
export function prefetchCustomers(api: Api, search: string): void {
  prefetchCall(api, 'get_customers', customersArguments(readSearch(CUSTOMERS_FILTER, search), null));
}
