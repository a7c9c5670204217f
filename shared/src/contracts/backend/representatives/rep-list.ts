import { z } from '../../../lib/zod.ts';
import { SEARCH_MAX } from '../browser-limits.ts';
import { SESSION_COLUMNS, sessionPlaceOf } from '../sign-in/session-place.ts';

const instant = z.iso.datetime({ offset: true });
const count = z.number().int().nonnegative();

/** Which representatives a list contains. `managers` contains only enabled ones. */
export const REP_STATES = ['enabled', 'disabled', 'managers'] as const;
export type RepState = (typeof REP_STATES)[number];

/** Most rows of one page. A larger request gets this many. */
export const REPS_MAX_PAGE_SIZE = 1000;

/** One representative as managers see them. Name and address are plain text. */
export const listedRepSchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    email: z.string(),
    is_manager: z.boolean(),
    /** null: enabled. */
    disabled_at: instant.nullable(),
    /** Since when the account has no personal data: it stays closed. null: not erased, or an older database answered. */
    erased_at: instant.nullable().default(null),
    created_at: instant,
    /** When the valid sales ID was made. null: there is none. Pass it back to rotate the sales ID. */
    sales_id_since: instant.nullable(),
    customers: count,
    /** Access links of their customers that still work. */
    open_links: count,
    /** Contact requests that are assigned to them and are new or in progress. */
    open_requests: count,
    /** null: never. */
    last_sign_in_at: instant.nullable(),
    live_sessions: count,
  })
  .transform((row) => ({
    id: row.id,
    name: row.name,
    email: row.email,
    isManager: row.is_manager,
    disabledAt: row.disabled_at,
    erasedAt: row.erased_at,
    createdAt: row.created_at,
    salesIdSince: row.sales_id_since,
    customers: row.customers,
    openLinks: row.open_links,
    openRequests: row.open_requests,
    lastSignInAt: row.last_sign_in_at,
    liveSessions: row.live_sessions,
  }));
export type ListedRep = z.infer<typeof listedRepSchema>;

/** Argument `filter` of `get_reps`. null, empty or missing means no restriction. Unknown fields are refused. */
export const repsFilterSchema = z.strictObject({
  state: z.enum(REP_STATES).nullish(),
  /** Part of the name or address. Case does not matter. */
  search: z.string().max(SEARCH_MAX).nullish(),
  /** The representative with this id. */
  sales_rep_id: z.uuid().nullish(),
});
export type RepsFilter = z.input<typeof repsFilterSchema>;

/**
 * Answer of procedure `get_reps(filter, page_size, after)`, for managers: by name, keyset-paged. `page_size`: 1 to 1000,
 * by default 25. `after`: `next_after` of the page before.
 */
export const repsPageSchema = z
  .object({
    rows: z.array(listedRepSchema),
    has_more: z.boolean(),
    /** Opaque. Null on the last page. */
    next_after: z.string().nullable(),
    /** Counts over all representatives, ignoring the filter. */
    counts: z.object({ enabled: count, disabled: count, managers: count }),
    /** The server's clock: tell ages from this, not from the browser's. */
    now: instant,
  })
  .transform((answer) => ({
    rows: answer.rows,
    hasMore: answer.has_more,
    nextAfter: answer.next_after,
    counts: answer.counts,
    now: answer.now,
  }));

/**
 * Answer of procedure `get_rep_sessions(sales_rep_id_param)`, for managers: where a representative is signed in, the
 * newest first, at most 100. Address and agent are what the server saw, or null when unknown.
 */
export const managedSessionsSchema = z.array(
  z
    .object({
      ...SESSION_COLUMNS,
      /** This is the asking session. */
      is_asking: z.boolean(),
    })
    .transform((row) => ({ ...sessionPlaceOf(row), isAsking: row.is_asking })),
);
