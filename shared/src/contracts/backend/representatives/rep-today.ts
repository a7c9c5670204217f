import { z } from '../../../lib/zod.ts';
import { instant } from '../instant.ts';

const count = z.int().check(z.nonnegative());
/** Sales that are not cancelled. US cents. */
const sales = z.object({ count, cents: z.int() });
/** The newest three by name or address. */
const customers = z.object({ count, newest: z.array(z.object({ customerId: z.uuid(), name: z.string() })) });

/** Answer of procedure `get_rep_today()`: what is new for a representative, and what waits for them. Days are UTC. */
export const repTodaySchema = z.object({
  /** The day of their last visit before today. */
  since: z.iso.date(),
  /**
   * Open requests that are assigned to them. `overdue`: of these, new for longer than the term of the first answer.
   * `newest`: those that they were given within a day, at most 50, the last one first.
   */
  requests: z.object({
    count,
    overdue: count,
    oldestAt: z.nullable(instant),
    newest: z._default(z.array(z.object({ name: z.string(), assignedAt: instant })), []),
  }),
  /** Who opened a link since then. */
  openings: customers,
  /** Who made a quote since then. */
  quotes: z._default(customers, { count: 0, newest: [] }),
  /** Customers who came from another representative since then. */
  handedOverCount: z._default(count, 0),
  /** Links that end soon. */
  linksEnding: z.object({ count, firstEndsAt: z.nullable(instant) }),
  /** Since then. */
  sales,
  /** Of this month so far, and of as many days of the month before. */
  month: sales,
  monthBefore: sales,
  /** What they are to sell this month, US cents. */
  targetCents: z._default(z.nullable(z.int().check(z.positive())), null),
  day: z.iso.date(),
  now: instant,
});
export type RepToday = z.infer<typeof repTodaySchema>;
