import { z } from '../../../lib/zod.ts';
import { SEARCH_MAX } from '../browser-limits.ts';
import { instant } from '../instant.ts';
import { pageOf } from '../page-of.ts';

const count = z.int().check(z.nonnegative());

/** Which representatives a list contains. `managers` contains only enabled ones. */
export const REP_STATES = ['enabled', 'disabled', 'managers'] as const;
export type RepState = (typeof REP_STATES)[number];

/** Most rows of one page. A larger request gets this many. */
export const REPS_MAX_PAGE_SIZE = 1000;

/** One representative as managers see them. Name and address are plain text. */
export const listedRepSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  isManager: z.boolean(),
  /** Whether they get new contact requests of strangers, in turn with the others, and whether they paused that. */
  takesRequests: z._default(z.boolean(), false),
  requestsPaused: z._default(z.boolean(), false),
  /** null: enabled. */
  disabledAt: z.nullable(instant),
  /** Since when the account has no personal data: it stays closed. null: not erased. */
  erasedAt: z.nullable(instant),
  createdAt: instant,
  /** When the valid sales ID was made. null: there is none. Pass it back to rotate the sales ID. */
  salesIdSince: z.nullable(instant),
  customers: count,
  /** Access links of their customers that still work. */
  openLinks: count,
  /** Contact requests that are assigned to them and are new or in progress. */
  openRequests: count,
  /** null: never. */
  lastSignInAt: z.nullable(instant),
  liveSessions: count,
});
export type ListedRep = z.infer<typeof listedRepSchema>;

/** Argument `filter` of `get_reps`. null, empty or missing means no restriction. Unknown fields are refused. */
export const repsFilterSchema = z.strictObject({
  state: z.nullish(z.enum(REP_STATES)),
  /** Part of the name or address. Case does not matter. */
  search: z.nullish(z.string().check(z.maxLength(SEARCH_MAX))),
  /** The representative with this id. */
  sales_rep_id: z.nullish(z.uuid()),
});
export type RepsFilter = z.input<typeof repsFilterSchema>;

/**
 * Answer of procedure `get_reps(filter, page_size, after)`, for managers: by name, keyset-paged. `page_size`: 1 to 1000,
 * by default 25. `after`: `nextAfter` of the page before.
 */
export const repsPageSchema = pageOf(listedRepSchema, {
  /** Counts over all representatives, ignoring the filter. */
  counts: z.object({ enabled: count, disabled: count, managers: count }),
  /** The server's clock: tell ages from this, not from the browser's. */
  now: instant,
});

/**
 * Answer of procedure `get_rep_sessions(sales_rep_id_param)`, for managers: where a representative is signed in, the
 * newest first, at most 100. Address and agent are what the server saw, or null when unknown.
 */
export const managedSessionsSchema = z.array(
  z.object({
    id: z.uuid(),
    ipAddress: z.nullable(z.string()),
    userAgent: z.nullable(z.string()),
    createdAt: instant,
    expiresAt: instant,
    /** This is the asking session. */
    isAsking: z.boolean(),
  }),
);
