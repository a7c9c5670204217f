import { z } from 'zod';
import {
  salesRepSchema,
  signedInCustomerSchema,
} from '../../../../shared/src/contracts/backend/sign-in/auth.ts';
import { type CallDatabase, type Origin, originArgs } from './database-call.ts';

const sessionBase = { session_id: z.uuid(), session_expires_at: z.string() };
const liveSessionSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('rep'), ...sessionBase, rep: salesRepSchema }),
  z.object({
    kind: z.literal('customer'),
    ...sessionBase,
    customer: signedInCustomerSchema,
    /** This was the link's first opening, and the representative wants to know about it. */
    is_rep_to_be_mailed: z.boolean().default(false),
  }),
]);
/** A session that the database has just found live, with its owner. */
export type LiveSession = z.infer<typeof liveSessionSchema>;

const limitedSchema = z.object({
  kind: z.literal('limited'),
  retry_after_seconds: z.number().int().positive(),
});
/** The credentials were not compared, because too many wrong ones came before. */
export type LimitedSignIn = z.infer<typeof limitedSchema>;

/** null: the credentials match nothing usable, and were counted. */
const signInSchema = z.union([liveSessionSchema, limitedSchema]).nullable();

/** A limit for the sign-in procedures: what it counts, and how often per window. */
export interface CountedBucket {
  bucket: string;
  attempts: number;
  window_seconds: number;
}

const attemptSchema = z.object({ allowed: z.boolean(), retry_after_seconds: z.number().int().positive() });

/** Sign-in, its limits, and sessions. Each call rejects with `DatabaseError`. */
export interface SessionCalls {
  takeAttempt(
    bucket: string,
    attempts: number,
    windowSeconds: number,
  ): Promise<z.infer<typeof attemptSchema>>;
  giveBackAttempt(bucket: string): Promise<void>;
  /**
   * Compares nothing once a limit is reached. When the credential matches nothing usable, it counts at each limit and
   * returns null.
   */
  beginRepSession(
    session: Origin & { credentialHash: string; refreshHash: string },
    limits: CountedBucket[],
  ): Promise<LiveSession | LimitedSignIn | null>;
  /** The same. Null when the token is unknown, expired or revoked. */
  beginCustomerSession(
    session: Origin & { tokenHash: string; refreshHash: string },
    limits: CountedBucket[],
  ): Promise<LiveSession | LimitedSignIn | null>;
  /** When a link expired or was revoked. Null for a live link and for an unknown token. */
  linkEndedAt(tokenHash: string): Promise<string | null>;
  /** @returns null when no live session has this refresh secret */
  renewSession(refreshHash: string): Promise<LiveSession | null>;
  /** @returns false when there was nothing to end */
  endSession(refreshHash: string, reason: 'signed_out', origin: Origin): Promise<boolean>;
}

export function sessionCalls(call: CallDatabase): SessionCalls {
  return {
    takeAttempt: (bucket, attempts, windowSeconds) =>
      call(
        'take_attempt',
        { bucket_param: bucket, limit_param: attempts, window_seconds_param: windowSeconds },
        attemptSchema,
      ),
    giveBackAttempt: async (bucket) => {
      await call('give_back_attempt', { bucket_param: bucket }, z.unknown());
    },
    beginRepSession: (session, limits) =>
      call(
        'begin_rep_session',
        {
          credential_hash_param: session.credentialHash,
          refresh_hash_param: session.refreshHash,
          ...originArgs(session),
          limits_param: limits.map((limit) => ({ ...limit })),
        },
        signInSchema,
      ),
    beginCustomerSession: (session, limits) =>
      call(
        'begin_customer_session',
        {
          token_hash_param: session.tokenHash,
          refresh_hash_param: session.refreshHash,
          ...originArgs(session),
          limits_param: limits.map((limit) => ({ ...limit })),
        },
        signInSchema,
      ),
    linkEndedAt: (tokenHash) =>
      call('link_ended_at', { token_hash_param: tokenHash }, z.iso.datetime({ offset: true }).nullable()),
    renewSession: (refreshHash) =>
      call('renew_session', { refresh_hash_param: refreshHash }, liveSessionSchema.nullable()),
    endSession: (refreshHash, reason, origin) =>
      call(
        'end_session',
        { refresh_hash_param: refreshHash, reason_param: reason, ...originArgs(origin) },
        z.boolean(),
      ),
  };
}
