import { z } from '../../lib/zod.ts';
import { instant } from './instant.ts';
import type { RetentionKind } from './retention-days.ts';

interface RetentionWords {
  /** The kind in the plural. */
  what: string;
  /** The kind in the singular, without an article. */
  one: string;
  /** When its days start to count. */
  from: string;
}

/** Describes each kind, for people who run the job or read about its runs. */
const RETENTION_WORDS: Readonly<Record<RetentionKind, RetentionWords>> = {
  quarantined_requests: {
    what: 'contact requests held back',
    one: 'contact request held back',
    from: 'when they were sent',
  },
  contact_requests: { what: 'contact requests', one: 'contact request', from: 'when they were sent' },
  idle_customers: {
    what: 'customers without a sale',
    one: 'customer without a sale',
    from: 'the end of their last access link',
  },
  codes: { what: 'mailed codes', one: 'mailed code', from: 'their end' },
  sessions: { what: 'ended sessions', one: 'ended session', from: 'the sign-in' },
  sign_in_traces: {
    what: 'IP addresses and browsers in openings and the audit trail',
    one: 'IP address and browser in an opening or the audit trail',
    from: 'the moment noted',
  },
  audit_trail: { what: 'lines of the audit trail', one: 'line of the audit trail', from: 'the moment noted' },
  attempt_counts: {
    what: 'counts of attempts per network',
    one: 'count of attempts per network',
    from: 'the first attempt',
  },
  site_events: { what: 'site events', one: 'site event', from: 'their arrival' },
  site_counts: {
    what: 'counts of visits and pages',
    one: 'count of visits and pages',
    from: 'their day',
  },
};

/** Describes a kind. A kind from a newer database is shown by its raw name. */
export function retentionWords(kind: string): RetentionWords {
  const rawName = kind.replaceAll('_', ' ');
  return (
    Object.entries(RETENTION_WORDS).find(([known]) => known === kind)?.[1] ?? {
      what: rawName,
      one: rawName,
      from: 'the moment noted',
    }
  );
}

/** The table that the job applies, and what its last run removed. `lastRunAt` is null before the first run. */
export const retentionSchema = z.object({
  rules: z.array(
    z.object({
      kind: z.string(),
      keptDays: z.int().check(z.positive()),
      /** Removed by the last run. null: that run did not know this kind, or there was no run. */
      removed: z.nullable(z.number()),
    }),
  ),
  lastRunAt: z.nullable(instant),
  now: instant,
});
export type Retention = z.infer<typeof retentionSchema>;
