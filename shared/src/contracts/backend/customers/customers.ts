import { z } from '../../../lib/zod.ts';
import { SEARCH_MAX } from '../browser-limits.ts';

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

/** Times are UTC ISO 8601. */
const instant = z.iso.datetime({ offset: true });

export const customerSchema = z
  .object({
    lead_id: z.uuid(),
    name: z.string(),
    email: z.string(),
    company: z.string(),
    status: z.enum(CUSTOMER_STATUSES),
    /** The customer has a live session now. It can also be true when the status is `expiring`. */
    has_live_session: z.boolean(),
    /** When the customer's current link was made. */
    issued_at: instant,
    /** Openings of that link. Null: never opened. */
    first_opened_at: instant.nullable(),
    last_opened_at: instant.nullable(),
    openings_count: z.number().int().nonnegative(),
    /** How often the customer was shown prices, through this link or an earlier one, and when last. */
    prices_seen_count: z.number().int().nonnegative(),
    prices_last_seen_at: instant.nullable(),
    token_expires_at: instant.nullable(),
    /** From this time on the link counts as expiring soon. */
    expiring_from: instant.nullable(),
    /** How long an extended link works, from the extension. */
    extension_seconds: z.number().int().positive(),
    revoked_at: instant.nullable(),
  })
  .transform((row) => ({
    customerId: row.lead_id,
    name: row.name,
    email: row.email,
    company: row.company,
    status: row.status,
    hasLiveSession: row.has_live_session,
    issuedAt: row.issued_at,
    firstOpenedAt: row.first_opened_at,
    lastOpenedAt: row.last_opened_at,
    openingsCount: row.openings_count,
    pricesSeenCount: row.prices_seen_count,
    pricesLastSeenAt: row.prices_last_seen_at,
    tokenExpiresAt: row.token_expires_at,
    expiringFrom: row.expiring_from,
    extensionSeconds: row.extension_seconds,
    revokedAt: row.revoked_at,
  }));
export type Customer = z.infer<typeof customerSchema>;

/** Argument `filter` of `get_customers`. null, empty or missing means no restriction. Unknown fields are refused. */
export const customersFilterSchema = z.strictObject({
  statuses: z.array(z.enum(CUSTOMER_STATUSES)).nullish(),
  /** Part of the name, address or company. Case does not matter. */
  search: z.string().max(SEARCH_MAX).nullish(),
  /** One customer. */
  lead_id: z.uuid().nullish(),
});

/**
 * Answer of procedure `get_customers(filter, page_size, after)`: the customers whom the caller qualified, newest link
 * first, keyset-paged. `page_size`: 1 to 100, by default 25. `after`: `next_after` of the page before.
 */
export const customersPageSchema = z
  .object({
    rows: z.array(customerSchema),
    has_more: z.boolean(),
    /** Opaque. Null on the last page. */
    next_after: z.string().nullable(),
    /** All of the caller's customers: one number per status, zeros included. The filter does not affect them. */
    counts: z.record(z.enum(CUSTOMER_STATUSES), z.number().int().nonnegative()),
    /** The server's clock: count down from this, not from the browser's. */
    now: instant,
  })
  .transform((page) => ({
    rows: page.rows,
    hasMore: page.has_more,
    nextAfter: page.next_after,
    counts: page.counts,
    now: page.now,
  }));
export type CustomersPage = z.infer<typeof customersPageSchema>;

/**
 * Answer of procedure `get_customer_openings(since)`: the opened links of the caller's customers, newest first, at most
 * 50, from at most a day ago. It is cheap enough to call every few seconds. Pass `next_since` of the answer before, or
 * null the first time, which lists nothing. The browser's clock plays no part.
 */
export const customerOpeningsSchema = z
  .object({
    openings: z.array(
      z
        .object({
          /** Two answers in a row may contain the same opening. This id identifies it. */
          id: z.uuid(),
          lead_id: z.uuid(),
          name: z.string(),
          email: z.string(),
          company: z.string(),
          opened_at: instant,
          /** The first opening of the customer's current link. */
          is_first: z.boolean(),
        })
        .transform((row) => ({
          id: row.id,
          customerId: row.lead_id,
          name: row.name,
          email: row.email,
          company: row.company,
          openedAt: row.opened_at,
          isFirst: row.is_first,
        })),
    ),
    now: instant,
    /** Slightly before `now`, so an opening that is still being written is not missed. */
    next_since: instant,
  })
  .transform((row) => ({ openings: row.openings, now: row.now, nextSince: row.next_since }));
export type CustomerOpenings = z.infer<typeof customerOpeningsSchema>;
