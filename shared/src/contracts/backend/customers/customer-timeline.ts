import { z } from '../../../lib/zod.ts';
import { instant } from '../instant.ts';
import { offerSchema } from '../prices/quote.ts';

/** What the history of a customer tells. */
export const TIMELINE_EVENTS = [
  'code_sent',
  'code_failed',
  'link_issued',
  'link_opened',
  'link_extended',
  'link_revoked',
  'link_expired',
  'customer_signed_in',
  'customer_sign_in_failed',
  'prices_revealed',
  'signed_out',
  'contact_request_received',
  'quote_made',
] as const;

/** Who did it. `colleague`: a representative who had this customer before. */
const TIMELINE_ACTORS = ['you', 'customer', 'colleague', 'operator', 'system'] as const;
export type TimelineActor = (typeof TIMELINE_ACTORS)[number];

/**
 * Answer of procedure `get_customer_timeline(lead_id)`: the audit trail of a customer whom the caller qualified, newest
 * first, at most 100 lines. It contains no address, agent, session or code. Another representative's customer and an
 * unknown id fail with `not_found`.
 */
export const customerTimelineSchema = z.object({
  lines: z.pipe(
    z.array(
      z.object({
        id: z.uuid(),
        occurredAt: instant,
        /** Null for an event of a newer database. */
        event: z.union([
          z.enum(TIMELINE_EVENTS),
          z.pipe(
            z.string(),
            z.transform(() => null),
          ),
        ]),
        by: z.enum(TIMELINE_ACTORS),
        /** Of `link_issued`, `link_extended` and `link_expired`: when the link ends or ended. */
        expiresAt: z.nullable(instant),
        /** Of `customer_sign_in_failed`: why the link was refused. */
        reason: z.nullable(z.enum(['revoked', 'expired'])),
        /** Of `quote_made`: what was offered. */
        quote: z._default(z.nullable(offerSchema), null),
      }),
    ),
    z.transform((rows) => rows.flatMap(({ event, ...row }) => (event === null ? [] : [{ ...row, event }]))),
  ),
  /** Older events exist beyond this list. */
  hasMore: z.boolean(),
});
export type CustomerTimeline = z.infer<typeof customerTimelineSchema>;
