import { z } from '../../../lib/zod.ts';

const instant = z.iso.datetime({ offset: true });
const count = z.number().int().nonnegative();
/** A count, and since when the oldest has waited. */
const waiting = z
  .object({ count, oldest_at: instant.nullable() })
  .transform((answer) => ({ count: answer.count, oldestAt: answer.oldest_at }));

/** Mails that a mail server can refuse, beside those to the team about requests. */
export const FAILED_MAILS = [
  'verification_code',
  'manager_code',
  'access_link',
  'opening',
  'confirmation',
  'address_change',
  'work',
] as const;
export type FailedMail = (typeof FAILED_MAILS)[number];

/** Answer of procedures `get_operations_today()`, for managers, and `find_operations_today()`, for operators. */
export const operationsTodaySchema = z
  .object({
    /** Grouped by age in days (UTC). `recent`: of the `recent_days` before today. */
    new_requests: z.object({ today: count, recent: count, older: count, oldest_at: instant.nullable() }),
    links_ending: z.object({ count, first_ends_at: instant.nullable() }),
    quarantined: waiting,
    failed_mails: waiting,
    /** Other mails that failed today or yesterday, by kind. A kind that this build does not know becomes 'other'. */
    undelivered_mails: z
      .array(
        z.object({
          mail: z.enum(FAILED_MAILS).or(z.string().transform(() => 'other' as const)),
          count,
          last_failed_at: instant,
        }),
      )
      .default([]),
    /** Of all that are scheduled for the next `soon_days`. Older databases do not send it. */
    price_change_count: count.optional(),
    /** The first 50 of them, soonest first. */
    price_changes: z.array(z.object({ plan: z.string(), valid_from: instant })),
    /** From live versions, in the last day. */
    release_failures: z.array(
      z.object({
        application: z.string(),
        version: z.string(),
        /** Page loads in which the version could not be loaded. */
        failures: count,
        /** Errors thrown while pages were in use. */
        errors: count,
        last_seen_at: instant,
      }),
    ),
    recent_days: count,
    soon_days: count,
    /** Today (UTC). */
    day: z.iso.date(),
    now: instant,
  })
  .transform((answer) => ({
    newRequests: {
      today: answer.new_requests.today,
      recent: answer.new_requests.recent,
      older: answer.new_requests.older,
      oldestAt: answer.new_requests.oldest_at,
    },
    linksEnding: { count: answer.links_ending.count, firstEndsAt: answer.links_ending.first_ends_at },
    quarantined: answer.quarantined,
    failedMails: answer.failed_mails,
    undeliveredMails: answer.undelivered_mails.map(({ last_failed_at, ...told }) => ({
      ...told,
      lastFailedAt: last_failed_at,
    })),
    priceChangeCount: answer.price_change_count ?? answer.price_changes.length,
    priceChanges: answer.price_changes.map(({ plan, valid_from }) => ({ plan, validFrom: valid_from })),
    releaseFailures: answer.release_failures.map(({ last_seen_at, ...told }) => ({
      ...told,
      lastSeenAt: last_seen_at,
    })),
    recentDays: answer.recent_days,
    soonDays: answer.soon_days,
    day: answer.day,
    now: answer.now,
  }));
export type OperationsToday = z.infer<typeof operationsTodaySchema>;

const linkEndingSchema = z
  .object({
    customer_id: z.uuid(),
    name: z.string(),
    email: z.string(),
    company: z.string(),
    rep_name: z.string(),
    ends_at: instant,
    was_opened: z.boolean(),
  })
  .transform((row) => ({
    customerId: row.customer_id,
    name: row.name,
    email: row.email,
    company: row.company,
    repName: row.rep_name,
    endsAt: row.ends_at,
    wasOpened: row.was_opened,
  }));
export type LinkEnding = z.infer<typeof linkEndingSchema>;

/**
 * Answer of procedure `get_links_ending_today(page_size, after)`, for managers: keyset-paged, the next to end first.
 * `page_size`: 1 to 1000, by default 25. `after`: `next_after` of the page before.
 */
export const linksEndingPageSchema = z
  .object({
    rows: z.array(linkEndingSchema),
    has_more: z.boolean(),
    next_after: z.string().nullable(),
    now: instant,
  })
  .transform((answer) => ({
    rows: answer.rows,
    hasMore: answer.has_more,
    nextAfter: answer.next_after,
    now: answer.now,
  }));
