import { z } from '../../../lib/zod.ts';
import { rowInstant, SESSION_COLUMNS, sessionPlaceOf } from '../sign-in/session-place.ts';

/**
 * Answer of procedure `get_sales_sessions(page_size)`: the caller's own sign-ins, newest first, 1 to 100. Address and
 * agent are what the server saw, or null when unknown.
 */
export const repSessionsSchema = z.array(
  z
    .object({ ...SESSION_COLUMNS, ended_at: rowInstant.nullable() })
    .transform((row) => ({ ...sessionPlaceOf(row), endedAt: row.ended_at })),
);

/**
 * POST /functions/v1/end-own-sessions, as a representative. It ends one other session of the caller. null ends all
 * others. The asking session stays. Another representative's session gets `not_found`. The call may be repeated.
 */
export const endOwnSessionsRequestSchema = z.strictObject({
  sessionId: z.uuid().nullable(),
});

export const endOwnSessionsResponseSchema = z.object({
  /** Number of live sessions that it ended. */
  endedCount: z.number().int().nonnegative(),
});

/** Answer of procedure `get_rep_settings()`. An ended session gets 401. A customer gets null. */
export const repSettingsSchema = z.object({
  /** Mail the representative when a customer first opens an access link. */
  mailOnOpening: z.boolean(),
});
export type RepSettings = z.infer<typeof repSettingsSchema>;

/** Body and answer of POST /functions/v1/save-rep-settings, as a representative. It may be repeated. */
export const saveRepSettingsSchema = z.strictObject(repSettingsSchema.shape);
