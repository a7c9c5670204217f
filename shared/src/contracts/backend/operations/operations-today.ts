import { z } from '../../../lib/zod.ts';
import { instant } from '../instant.ts';
import { pageOf } from '../page-of.ts';

const count = z.int().check(z.nonnegative());
/** A count, and since when the oldest has waited. */
const waiting = z.object({ count, oldestAt: z.nullable(instant) });

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
export const operationsTodaySchema = z.object({
  newRequests: z.object({
    /** Grouped by age in days (UTC). `recent`: of the `recentDays` before today. */
    today: count,
    recent: count,
    older: count,
    /** Of all of them: without an answer for longer than the term of the first answer. */
    overdue: z._default(count, 0),
    oldestAt: z.nullable(instant),
  }),
  linksEnding: z.object({ count, firstEndsAt: z.nullable(instant) }),
  quarantined: waiting,
  failedMails: waiting,
  /** Other mails that failed today or yesterday, by kind. A kind that this build does not know becomes 'other'. */
  undeliveredMails: z.array(
    z.object({
      mail: z.union([
        z.enum(FAILED_MAILS),
        z.pipe(
          z.string(),
          z.transform(() => 'other' as const),
        ),
      ]),
      count,
      lastFailedAt: instant,
    }),
  ),
  /** Of all that are scheduled for the next `soonDays`. */
  priceChangeCount: count,
  /** The first 50 of them, soonest first. */
  priceChanges: z.array(z.object({ plan: z.string(), validFrom: instant })),
  /** From live versions, in the last day. */
  releaseFailures: z.array(
    z.object({
      application: z.string(),
      version: z.string(),
      /** Page loads in which the version could not be loaded. */
      failures: count,
      /** Errors thrown while pages were in use. */
      errors: count,
      lastSeenAt: instant,
    }),
  ),
  /** What the doctor found wrong. */
  siteFaults: count,
  recentDays: count,
  soonDays: count,
  /** Today (UTC). */
  day: z.iso.date(),
  now: instant,
});
export type OperationsToday = z.infer<typeof operationsTodaySchema>;

const linkEndingSchema = z.object({
  customerId: z.uuid(),
  name: z.string(),
  email: z.string(),
  company: z.string(),
  repName: z.string(),
  endsAt: instant,
  wasOpened: z.boolean(),
});
export type LinkEnding = z.infer<typeof linkEndingSchema>;

/**
 * Answer of procedure `get_links_ending_today(page_size, after)`, for managers: keyset-paged, the next to end first.
 * `page_size`: 1 to 1000, by default 25. `after`: `nextAfter` of the page before.
 */
export const linksEndingPageSchema = pageOf(linkEndingSchema, { now: instant });
