import { type Api, ask } from '@corvane/shared/contracts/backend/ask';
import { customerNoteSchema } from '@corvane/shared/contracts/backend/customers/customer-edit';
import { customerTimelineSchema } from '@corvane/shared/contracts/backend/customers/customer-timeline';
import {
  type Customer,
  type CustomersPage,
  customersPageSchema,
} from '@corvane/shared/contracts/backend/customers/customers';
import { type InfiniteData, type QueryClient, type QueryState, queryOptions } from '@tanstack/react-query';
import { takingPrefetched } from '../../app/prefetched-calls.ts';
import { pagesQuery, REFRESH_MS } from '../../ui/tables/pages-query.ts';
import { ALL_CUSTOMERS as ALL } from './openings.ts';
import { type CustomersView, isUsualOrder } from './order.ts';
import { customersArguments } from './search.ts';

const LISTS = [...ALL, 'pages'] as const;

export const customersKeys = {
  all: ALL,
  lists: LISTS,
  pages: (view: CustomersView) => [...LISTS, view] as const,
  one: (customerId: string) => [...ALL, 'one', customerId] as const,
  found: (search: string) => [...ALL, 'found', search] as const,
  timeline: (customerId: string) => [...ALL, 'timeline', customerId] as const,
  note: (customerId: string) => [...ALL, 'note', customerId] as const,
};

/** The rep's customers, one page at a time. */
export function customersPagesQuery(api: Api, view: CustomersView) {
  return pagesQuery(customersKeys.pages(view), async (after, signal): Promise<CustomersPage> => {
    const { filter, ...order } = view;
    const args = { ...customersArguments(filter, after), ...(isUsualOrder(order) ? {} : order) };
    return ask(takingPrefetched(api), 'get_customers', args, customersPageSchema, { signal });
  });
}

/** A few of the rep's customers by name, email or company. */
export function foundCustomersQuery(api: Api, search: string) {
  return queryOptions({
    queryKey: customersKeys.found(search),
    queryFn: ({ signal }): Promise<CustomersPage> => {
      const args = { filter: { search }, page_size: 5, after: null };
      return ask(api, 'get_customers', args, customersPageSchema, { signal });
    },
  });
}

/**
 * One customer by id. It starts with the data from the list, so a listed customer opens at once.
 * @returns null data when the rep has no such customer
 */
export function customerQuery(api: Api, queries: QueryClient, customerId: string) {
  return queryOptions({
    queryKey: customersKeys.one(customerId),
    queryFn: async ({ signal }): Promise<Customer | null> => {
      const args = { filter: { lead_id: customerId }, page_size: 1, after: null };
      const page = await ask(api, 'get_customers', args, customersPageSchema, { signal });
      return customerOn(page, customerId);
    },
    ...listedCustomer(queries, customerId),
    refetchInterval: REFRESH_MS,
    // When the dialog opens again, the query starts with the list's current data.
    gcTime: 0,
  });
}

function customerOn({ rows }: CustomersPage, customerId: string): Customer | null {
  return rows.find((row) => row.customerId === customerId) ?? null;
}

/** The customer's data in the newest answer that contains them. */
function listedCustomer(queries: QueryClient, customerId: string) {
  const answers = queries
    .getQueryCache()
    .findAll({ queryKey: customersKeys.lists })
    .map(({ state }) => state as QueryState<InfiniteData<CustomersPage>>)
    .sort((a, b) => b.dataUpdatedAt - a.dataUpdatedAt);
  for (const { data, dataUpdatedAt, isInvalidated } of answers) {
    const found = data?.pages
      .map((page) => customerOn(page, customerId))
      .find((customer) => customer !== null);
    // A change may have made it old.
    if (found) return { initialData: found, initialDataUpdatedAt: isInvalidated ? 0 : dataUpdatedAt };
  }
  return {};
}

/** The history of a customer's access, newest first. */
export function customerTimelineQuery(api: Api, customerId: string) {
  return queryOptions({
    queryKey: customersKeys.timeline(customerId),
    queryFn: ({ signal }) =>
      ask(api, 'get_customer_timeline', { lead_id: customerId }, customerTimelineSchema, { signal }),
  });
}

/** The rep's private note on a customer. */
export function customerNoteQuery(api: Api, customerId: string) {
  return queryOptions({
    queryKey: customersKeys.note(customerId),
    queryFn: ({ signal }) =>
      ask(api, 'get_customer_note', { lead_id: customerId }, customerNoteSchema, { signal }),
  });
}
