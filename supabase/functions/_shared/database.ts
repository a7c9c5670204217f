import { createClient } from '@supabase/supabase-js';
import { z } from 'zod';
import { qualifiedLeadSchema, salesRepSchema } from '../../../shared/src/contracts/auth.ts';

const sessionBase = { session_id: z.uuid(), session_expires_at: z.string() };
const liveSessionSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('rep'), ...sessionBase, rep: salesRepSchema }),
  z.object({ kind: z.literal('customer'), ...sessionBase, lead: qualifiedLeadSchema }),
]);
/** A session that the database has just found live, and whose it is. */
export type LiveSession = z.infer<typeof liveSessionSchema>;

const attemptSchema = z.object({ allowed: z.boolean(), retry_after_seconds: z.number().int().positive() });

const storedSubmissionSchema = z.object({
  id: z.uuid(),
  first_name: z.string(),
  last_name: z.string().nullable(),
  email: z.string(),
  company: z.string(),
  phone: z.string(),
  message: z.string(),
  project_type: z.enum(['demo', 'contact']),
  job_title: z.string(),
  job_role: z.string(),
  source: z.string(),
  tier: z.string(),
  created_at: z.string(),
});
export type StoredSubmission = z.infer<typeof storedSubmissionSchema>;

const claimSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('claimed'), submission: storedSubmissionSchema }),
  z.object({ state: z.enum(['sent', 'busy', 'quarantined', 'missing']) }),
]);
export type NotificationClaim = z.infer<typeof claimSchema>;

/** A contact request as `save_contact_submission` takes it; column names, as the row is made from it. */
export interface NewSubmission extends Omit<StoredSubmission, 'created_at'> {
  consent_version: string | null;
  consent_text: string | null;
  utm: Record<string, string>;
  referrer: string;
  is_quarantined: boolean;
}

/** The decisions that the functions leave to the database, each one atomic call. All reject with `DatabaseError`. */
export interface FunctionDatabase {
  takeAttempt(
    bucket: string,
    attempts: number,
    windowSeconds: number,
  ): Promise<z.infer<typeof attemptSchema>>;
  giveBackAttempt(bucket: string): Promise<void>;
  /** @returns null when the credential matches nothing usable. */
  beginRepSession(session: {
    credentialHash: string;
    refreshHash: string;
    ipAddress: string | null;
    userAgent: string | null;
  }): Promise<LiveSession | null>;
  /** @returns null when no live session has this refresh secret. */
  renewSession(refreshHash: string): Promise<LiveSession | null>;
  /** @returns false when there was nothing to end. */
  endSession(refreshHash: string, reason: 'signed_out'): Promise<boolean>;
  /** @returns false when the request is there already. */
  saveSubmission(submission: NewSubmission): Promise<boolean>;
  claimNotification(submissionId: string, leaseSeconds: number): Promise<NotificationClaim>;
  finishNotification(submissionId: string, isSent: boolean): Promise<void>;
}

/** A call that the database refused or did not answer. `code` is PostgREST's or Postgres's, '' when none came. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  readonly code: string;

  constructor(procedure: string, code: string) {
    super(`${procedure} failed`);
    this.code = code;
  }
}

/**
 * The database through Supabase's API, with the key that bypasses row-level security.
 * @param timeoutMs after which a call counts as failed.
 */
export function connectDatabase(
  url: string,
  secretKey: string,
  options: { fetch?: typeof fetch; timeoutMs: number },
): FunctionDatabase {
  const client = createClient(url, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: options.fetch },
  });
  const call = async <T>(
    procedure: string,
    args: Record<string, unknown>,
    schema: z.ZodType<T>,
  ): Promise<T> => {
    const { data, error } = await client
      .rpc(procedure, args)
      .abortSignal(AbortSignal.timeout(options.timeoutMs));
    if (error) throw new DatabaseError(procedure, error.code ?? '');
    return schema.parse(data);
  };
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
    beginRepSession: (session) =>
      call(
        'begin_rep_session',
        {
          credential_hash_param: session.credentialHash,
          refresh_hash_param: session.refreshHash,
          ip_address_param: session.ipAddress,
          user_agent_param: session.userAgent,
        },
        liveSessionSchema.nullable(),
      ),
    renewSession: (refreshHash) =>
      call('renew_session', { refresh_hash_param: refreshHash }, liveSessionSchema.nullable()),
    endSession: (refreshHash, reason) =>
      call('end_session', { refresh_hash_param: refreshHash, reason_param: reason }, z.boolean()),
    saveSubmission: (submission) =>
      call('save_contact_submission', { submission_param: submission }, z.boolean()),
    claimNotification: (submissionId, leaseSeconds) =>
      call(
        'claim_contact_notification',
        { submission_id_param: submissionId, lease_seconds_param: leaseSeconds },
        claimSchema,
      ),
    finishNotification: async (submissionId, isSent) => {
      await call(
        'finish_contact_notification',
        { submission_id_param: submissionId, is_sent_param: isSent },
        z.unknown(),
      );
    },
  };
}
