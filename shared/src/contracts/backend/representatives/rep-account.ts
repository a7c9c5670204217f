import { z } from '../../../lib/zod.ts';
import { instant } from '../instant.ts';

/**
 * Answer of procedure `get_sales_sessions(page_size)`: the caller's own sign-ins, newest first, 1 to 100. Address and
 * agent are what the server saw, or null when unknown.
 */
export const repSessionsSchema = z.array(
  z.object({
    id: z.uuid(),
    ipAddress: z.nullable(z.string()),
    userAgent: z.nullable(z.string()),
    createdAt: instant,
    expiresAt: instant,
    endedAt: z.nullable(instant),
  }),
);
/** A session: where it began and when it ends. Instants are UTC ISO 8601. */
export type SessionPlace = Omit<z.infer<typeof repSessionsSchema>[number], 'endedAt'>;

/**
 * `end-own-sessions` ends one other session of the caller. null ends all others. The asking session stays. Another
 * representative's session gets `not_found`. The call may be repeated.
 */
export const endOwnSessionsRequestSchema = z.strictObject({
  sessionId: z.nullable(z.uuid()),
});

export const endOwnSessionsResponseSchema = z.object({
  /** Number of live sessions that it ended. */
  endedCount: z.int().check(z.nonnegative()),
});

/** Answer of procedure `get_rep_settings()`. An ended session gets 401. A customer gets null. */
export const repSettingsSchema = z.object({
  /** Mail the representative when a customer first opens an access link. */
  mailOnOpening: z.boolean(),
  /** Mail them on Mondays what happened in the week before. */
  mailOnMonday: z._default(z.boolean(), false),
  /** Mail them what they are given to do: requests, quotes, customers, questions about statements and their answers. */
  mailOnWork: z._default(z.boolean(), true),
  /** Show them new requests and opened links in the open portal as they happen. */
  toastOnNews: z._default(z.boolean(), true),
  /** Give them no new requests for now. null: a manager gives them none in turn. */
  requestsPaused: z._default(z.nullable(z.boolean()), null),
});
export type RepSettings = z.infer<typeof repSettingsSchema>;

/** `save-rep-settings` changes what it is given, and answers with all settings. It may be repeated. */
export const saveRepSettingsSchema = z.strictObject({
  mailOnOpening: z.optional(z.boolean()),
  mailOnMonday: z.optional(z.boolean()),
  mailOnWork: z.optional(z.boolean()),
  toastOnNews: z.optional(z.boolean()),
  requestsPaused: z.optional(z.boolean()),
});
export type SavedRepSettings = z.infer<typeof saveRepSettingsSchema>;
