import { z } from '../../../lib/zod.ts';
import { scopeSchema } from '../sales/sales-scope.ts';
import { customerSchema, customersFilterSchema, customersPageSchema } from './customers.ts';

/*
 * What the lists of customers ask for later than a representative's first script, which contains customers.ts.
 */

/**
 * Arguments `sort` of `get_customers`: when the current link was made, name, last opening and end of that link.
 * `direction`: `asc` or `desc`. By default `issued`, `desc`. Equal customers follow by id in the same direction. A link
 * that was never opened, or has no end, comes first in `asc`. A cursor belongs to its order. With others it is refused.
 */
export const CUSTOMERS_SORTS = ['issued', 'customer', 'opened', 'ends'] as const;
export type CustomersSort = (typeof CUSTOMERS_SORTS)[number];

export const scopedCustomersFilterSchema = z.extend(customersFilterSchema, { scope: z.nullish(scopeSchema) });

const scopedCustomerSchema = z.extend(customerSchema, {
  /** The name of the customer's representative. */
  representative: z.string(),
  /** All sales to the customer, of every representative. */
  salesCount: z.int().check(z.nonnegative()),
  /** Contact requests from the customer's address, except those in quarantine. */
  requestsCount: z.int().check(z.nonnegative()),
});
export type ScopedCustomer = z.infer<typeof scopedCustomerSchema>;

/** Answer of `get_customers` with a scope, for managers. `counts` are of all customers of the scope. */
export const scopedCustomersPageSchema = z.extend(customersPageSchema, {
  rows: z.array(scopedCustomerSchema),
});
