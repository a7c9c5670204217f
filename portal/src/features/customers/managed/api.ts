import { type Api, ask } from '@corvane/shared/contracts/backend/ask';
import {
  type ScopedCustomer,
  scopedCustomersPageSchema,
} from '@corvane/shared/contracts/backend/customers/customer-list';
import { repsPageSchema } from '@corvane/shared/contracts/backend/representatives/rep-list';
import { queryOptions } from '@tanstack/react-query';
import { prefixed } from '../../../lib/prefixed-search.ts';
import { id } from '../../../lib/search-state.ts';
import { pagesQuery, REFRESH_MS } from '../../../ui/tables/pages-query.ts';
import { CUSTOMERS_SEARCH, type CustomersView } from '../order.ts';
import { customersArguments } from '../search.ts';

/** The customers to show and their representative, under names of their own: other tabs of Operations use some. */
export const MANAGED_SEARCH = prefixed('customers', { ...CUSTOMERS_SEARCH, rep: id('rep') });

/** A representative's own customers have another key, because their answers have fewer fields. */
const managedKey = (...of: readonly unknown[]) => ['managed-customers', ...of] as const;

/** The customers of a scope, for a manager, one page at a time. @param scope a representative's id, or all */
export function scopedCustomersQuery(api: Api, { filter, ...order }: CustomersView, scope: string) {
  return pagesQuery(managedKey('pages', scope, filter, order), (after, signal) => {
    const args = { ...customersArguments({ ...filter, scope }, after), ...order };
    return ask(api, 'get_customers', args, scopedCustomersPageSchema, { signal });
  });
}

/** One customer by id, for a manager. @returns null data when there is none */
export function scopedCustomerQuery(api: Api, customerId: string) {
  return queryOptions({
    queryKey: managedKey('one', customerId),
    queryFn: async ({ signal }): Promise<ScopedCustomer | null> => {
      const args = { filter: { scope: 'all', lead_id: customerId }, page_size: 1, after: null } as const;
      const { rows } = await ask(api, 'get_customers', args, scopedCustomersPageSchema, { signal });
      return rows[0] ?? null;
    },
    refetchInterval: REFRESH_MS,
    gcTime: 0,
  });
}

/** Every representative by name, for a manager's filter: also disabled ones have customers. */
export function repsQuery(api: Api) {
  return queryOptions({
    queryKey: managedKey('reps'),
    queryFn: async ({ signal }) => {
      const args = { filter: {}, page_size: 1000, after: null };
      const { rows } = await ask(api, 'get_reps', args, repsPageSchema, { signal });
      return rows.map(({ id, name, email, disabledAt }) => ({
        id,
        name: name.trim() || email,
        isDisabled: disabledAt !== null,
      }));
    },
  });
}
