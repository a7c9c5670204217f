import { z } from '../../../lib/zod.ts';
import { SEARCH_MAX } from '../browser-limits.ts';
import { instant } from '../instant.ts';
import { pageOf } from '../page-of.ts';

/**
 * State of a customer's access, decided by the server's clock. If several apply, the first in this list counts:
 * - `revoked`: the representative revoked the link.
 * - `expired`: the link has ended, or there is none.
 * - `expiring`: the link ends soon, from `expiringFrom` on, opened or not.
 * - `active`: the customer has a live session now.
 * - `opened`: the link was opened, and no session is live.
 * - `issued`: the link was never opened.
 */
export const CUSTOMER_STATUSES = ['revoked', 'expired', 'expiring', 'active', 'opened', 'issued'] as const;
export type CustomerStatus = (typeof CUSTOMER_STATUSES)[number];

export const customerSchema = z.object({
  customerId: z.uuid(),
  name: z.string(),
  email: z.string(),
  company: z.string(),
  status: z.enum(CUSTOMER_STATUSES),
  /** The customer has a live session now. It can also be true when the status is `expiring`. */
  hasLiveSession: z.boolean(),
  /** When the customer's current link was made. */
  issuedAt: instant,
  /** Openings of that link. Null: never opened. */
  firstOpenedAt: z.nullable(instant),
  lastOpenedAt: z.nullable(instant),
  openingsCount: z.int().check(z.nonnegative()),
  /** How often the customer was shown prices, through this link or an earlier one, and when last. */
  pricesSeenCount: z.int().check(z.nonnegative()),
  pricesLastSeenAt: z.nullable(instant),
  tokenExpiresAt: z.nullable(instant),
  /** From this time on the link counts as expiring soon. */
  expiringFrom: z.nullable(instant),
  /** How long an extended link works, from the extension. */
  extensionSeconds: z.int().check(z.positive()),
  revokedAt: z.nullable(instant),
});
export type Customer = z.infer<typeof customerSchema>;

/** Argument `filter` of `get_customers`. null, empty or missing means no restriction. Unknown fields are refused. */
export const customersFilterSchema = z.strictObject({
  statuses: z.nullish(z.array(z.enum(CUSTOMER_STATUSES))),
  /** Part of the name, address or company. Case does not matter. */
  search: z.nullish(z.string().check(z.maxLength(SEARCH_MAX))),
  /** One customer. */
  lead_id: z.nullish(z.uuid()),
});

/**
 * Answer of procedure `get_customers(filter, page_size, after)`: the customers whom the caller qualified, newest link
 * first, keyset-paged. `page_size`: 1 to 100, by default 25. `after`: `nextAfter` of the page before.
 */
export const customersPageSchema = pageOf(customerSchema, {
  /** All of the caller's customers: one number per status, zeros included. The filter does not affect them. */
  counts: z.record(z.enum(CUSTOMER_STATUSES), z.int().check(z.nonnegative())),
  /** The server's clock: count down from this, not from the browser's. */
  now: instant,
});
export type CustomersPage = z.infer<typeof customersPageSchema>;

/**
 * Answer of procedure `get_customer_openings(since)`: the opened links of the caller's customers, newest first, at most
 * 50, from at most a day ago. It is cheap enough to call every few seconds. Pass `nextSince` of the answer before, or
 * null the first time, which lists nothing. The browser's clock plays no part.
 */
export const customerOpeningsSchema = z.object({
  openings: z.array(
    z.object({
      /** Two answers in a row may contain the same opening. This id identifies it. */
      id: z.uuid(),
      customerId: z.uuid(),
      name: z.string(),
      email: z.string(),
      company: z.string(),
      openedAt: instant,
      /** The first opening of the customer's current link. */
      isFirst: z.boolean(),
    }),
  ),
  now: instant,
  /** Slightly before `now`, so an opening that is still being written is not missed. */
  nextSince: instant,
});
export type CustomerOpenings = z.infer<typeof customerOpeningsSchema>;

/** A customer's display name. Reps may leave out name and company, but the address is always present. */
export function customerName({ name, email }: Pick<Customer, 'name' | 'email'>): string {
  return name || email;
}
