import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { z } from 'zod';
import { salesRepSchema, signedInCustomerSchema } from '../../../shared/src/contracts/backend/auth.ts';
import type { ContactRequestChange } from '../../../shared/src/contracts/backend/contact-request-change.ts';
import type { CustomerTexts } from '../../../shared/src/contracts/backend/customer-edit.ts';
import type { handOverRequestSchema } from '../../../shared/src/contracts/backend/handover.ts';
import type { FailedMail } from '../../../shared/src/contracts/backend/operations-today.ts';
import type { ReadPeopleRequest } from '../../../shared/src/contracts/backend/people.ts';
import type { ChangePersonRequest } from '../../../shared/src/contracts/backend/person-change.ts';
import type { ChangePriceRequest } from '../../../shared/src/contracts/backend/price-management.ts';
import type { changeRepRequestSchema } from '../../../shared/src/contracts/backend/rep-change.ts';
import type { Database } from '../../../shared/src/supabase/database.types.ts';
import {
  type CheckedCode,
  checkedCodeSchema,
  type EditedCustomer,
  type EndedSessions,
  type ExtendedAccess,
  editedCustomerSchema,
  endedSessionsSchema,
  extendedAccessSchema,
  type RevokedAccess,
  revokedAccessSchema,
  type SavedRepSettings,
  type StartedVerification,
  savedRepSettingsSchema,
  startedVerificationSchema,
} from './access-answers.ts';
import type { Caller } from './caller.ts';
import {
  type ChangedContactRequest,
  type ChangedPerson,
  type ChangedPrice,
  type ChangedRep,
  type CheckedManagerCode,
  changedContactRequestSchema,
  changedPersonSchema,
  changedPriceSchema,
  changedRepSchema,
  checkedManagerCodeSchema,
  type HandedOver,
  handedOverSchema,
  type ReadPeople,
  readPeopleSchema,
  type StartedManagerCode,
  startedManagerCodeSchema,
} from './staff-answers.ts';

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

const storedContactRequestSchema = z.object({
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
export type StoredContactRequest = z.infer<typeof storedContactRequestSchema>;

const claimSchema = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('claimed'),
    contact_request: storedContactRequestSchema,
    /** The representative whom a customer asks for a new link. */
    rep_email: z.string().nullable(),
  }),
  z.object({ state: z.enum(['sent', 'busy', 'quarantined', 'missing']) }),
]);
export type NotificationClaim = z.infer<typeof claimSchema>;

/** A contact request for `save_contact_request`. It has column names, because the row is made from it. */
export interface NewContactRequest extends Omit<StoredContactRequest, 'created_at'> {
  consent_version: string | null;
  consent_text: string | null;
  utm: Record<string, string>;
  referrer: string;
  is_quarantined: boolean;
}

/** One page's events for `record_site_events`. They have column names, because the rows are made from them. */
export interface NewSiteEvents {
  composition_id: string;
  versions: Record<string, string>;
  path: string;
  events: (
    | { kind: 'web-vital'; metric: string; value: number }
    | { kind: 'remote-failure'; remote: string; remote_version: string; reason: string; recovered: boolean }
    | {
        kind: 'page-error';
        application: string;
        application_version: string;
        thrown_in: string;
        error_name: string;
        stack: string[];
        components: string[];
      }
  )[];
}

/** What one page counted, for `record_site_counts`: known pages and versions, or other. */
export interface NewSiteCounts {
  page: string;
  /** Kind of the website that led to the page load. */
  source: string;
  campaign: string;
  host_version: string;
  marketing_version: string;
  counts: string[];
}

/** Where a request came from, as session rows and the audit trail store it. */
export type Origin = Pick<Caller, 'ipAddress' | 'userAgent'>;

/** The decisions that the functions leave to the database, each in one atomic call. All reject with `DatabaseError`. */
export interface FunctionDatabase {
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
  /** The same; null when the token is unknown, expired or revoked. */
  beginCustomerSession(
    session: Origin & { tokenHash: string; refreshHash: string },
    limits: CountedBucket[],
  ): Promise<LiveSession | LimitedSignIn | null>;
  /** @returns null when no live session has this refresh secret */
  renewSession(refreshHash: string): Promise<LiveSession | null>;
  /** @returns false when there was nothing to end */
  endSession(refreshHash: string, reason: 'signed_out', origin: Origin): Promise<boolean>;
  /** Voids the earlier code, unless it is too early for a new one. `sessionId` is the representative's. */
  startVerification(verification: {
    sessionId: string;
    verificationId: string;
    email: string;
    name: string;
    company: string;
    codeHash: string;
  }): Promise<StartedVerification>;
  finishVerificationMail(verificationId: string, isSent: boolean, origin: Origin): Promise<void>;
  /** @returns null unless the session's representative requested this code */
  findVerificationEmail(sessionId: string, verificationId: string): Promise<string | null>;
  /** Counts the attempt. If the code is right, exchanges it for a link with this token. */
  checkVerificationCode(
    attempt: Origin & { sessionId: string; verificationId: string; codeHash: string; tokenHash: string },
  ): Promise<CheckedCode>;
  revokeAccess(request: Origin & { sessionId: string; customerId: string }): Promise<RevokedAccess>;
  extendAccess(request: Origin & { sessionId: string; customerId: string }): Promise<ExtendedAccess>;
  /** Writes only if the texts are still as before. */
  editCustomer(
    edit: Origin & { sessionId: string; customerId: string; before: CustomerTexts; after: CustomerTexts },
  ): Promise<EditedCustomer>;
  saveRepSettings(
    settings: Origin & { sessionId: string; mailOnOpening: boolean },
  ): Promise<SavedRepSettings>;
  /** @param request.endedSessionId null for all other sessions of the representative */
  endOwnSessions(
    request: Origin & { sessionId: string; endedSessionId: string | null },
  ): Promise<EndedSessions>;
  /** Voids the manager's earlier code, unless it is too early for a new one. */
  startManagerCode(code: {
    sessionId: string;
    codeId: string;
    codeHash: string;
  }): Promise<StartedManagerCode>;
  finishManagerCodeMail(codeId: string, isSent: boolean, origin: Origin): Promise<void>;
  /** Counts the attempt. If the code is right, opens Operations to the session. */
  checkManagerCode(
    attempt: Origin & { sessionId: string; codeId: string; codeHash: string },
  ): Promise<CheckedManagerCode>;
  /** Writes only if the request still has this version. */
  changeContactRequest(
    request: Origin & { sessionId: string; requestId: string; version: number; change: ContactRequestChange },
  ): Promise<ChangedContactRequest>;
  /** @param request.credentialHash of the new sales ID; null for a change that makes none */
  changeRep(
    request: Origin & {
      sessionId: string;
      change: z.output<typeof changeRepRequestSchema>;
      credentialHash: string | null;
    },
  ): Promise<ChangedRep>;
  handOver(
    request: Origin & { sessionId: string; handover: z.output<typeof handOverRequestSchema> },
  ): Promise<HandedOver>;
  /** Writes only if the plan's prices still have the version of the change. */
  changePrice(request: Origin & { sessionId: string; change: ChangePriceRequest }): Promise<ChangedPrice>;
  readPeople(request: { sessionId: string; question: ReadPeopleRequest }): Promise<ReadPeople>;
  changePerson(request: Origin & { sessionId: string; change: ChangePersonRequest }): Promise<ChangedPerson>;
  /** @returns false when the request is already stored */
  saveContactRequest(contactRequest: NewContactRequest): Promise<boolean>;
  claimNotification(contactRequestId: string, leaseSeconds: number): Promise<NotificationClaim>;
  finishNotification(contactRequestId: string, isSent: boolean): Promise<void>;
  /** @returns false when the day's limit is reached; then nothing of the batch is stored */
  noteFailedMail(mail: FailedMail): Promise<void>;
  recordSiteEvents(batch: NewSiteEvents): Promise<boolean>;
  /** @returns false when the day's limit is reached; then nothing of the batch is added */
  recordSiteCounts(batch: NewSiteCounts): Promise<boolean>;
}

/** A call that the database refused or did not answer. `code` is PostgREST's or Postgres's, '' when none came. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  readonly code: string;
  /** Nothing was decided: the API could not be reached, or could not reach the database. */
  readonly isUnavailable: boolean;

  constructor(procedure: string, code: string, status: number) {
    super(`${procedure} failed`);
    this.code = code;
    this.isUnavailable = [0, 502, 503, 504].includes(status);
  }
}

type Procedures = Database['public']['Functions'];
/** Every parameter by its name. Postgres accepts null for each of them, which the generated types do not know. */
type Arguments<P extends keyof Procedures> = {
  [Name in keyof Procedures[P]['Args']]: Procedures[P]['Args'][Name] | null;
};

/**
 * The database through Supabase's API, with the key that bypasses row-level security.
 * @param timeoutMs time after which a call counts as failed
 */
export function connectDatabase(
  url: string,
  secretKey: string,
  options: { fetch?: typeof fetch; timeoutMs: number },
): FunctionDatabase {
  const client: SupabaseClient<Database> = createClient(url, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: options.fetch },
  });
  const call = async <P extends keyof Procedures, T>(
    procedure: P,
    args: Arguments<P>,
    schema: z.ZodType<T>,
  ): Promise<T> => {
    const { data, error, status } = await client
      .rpc(procedure, args as Procedures[P]['Args'])
      .abortSignal(AbortSignal.timeout(options.timeoutMs));
    if (error) throw new DatabaseError(procedure, error.code ?? '', status);
    return schema.parse(data);
  };
  const originArgs = ({ ipAddress, userAgent }: Origin) => ({
    ip_address_param: ipAddress,
    user_agent_param: userAgent,
  });
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
    renewSession: (refreshHash) =>
      call('renew_session', { refresh_hash_param: refreshHash }, liveSessionSchema.nullable()),
    endSession: (refreshHash, reason, origin) =>
      call(
        'end_session',
        { refresh_hash_param: refreshHash, reason_param: reason, ...originArgs(origin) },
        z.boolean(),
      ),
    startVerification: (verification) =>
      call(
        'start_verification',
        {
          session_id_param: verification.sessionId,
          verification_id_param: verification.verificationId,
          email_param: verification.email,
          name_param: verification.name,
          company_param: verification.company,
          code_hash_param: verification.codeHash,
        },
        startedVerificationSchema,
      ),
    finishVerificationMail: async (verificationId, isSent, origin) => {
      await call(
        'finish_verification_mail',
        { verification_id_param: verificationId, is_sent_param: isSent, ...originArgs(origin) },
        z.unknown(),
      );
    },
    findVerificationEmail: (sessionId, verificationId) =>
      call(
        'find_verification_email',
        { session_id_param: sessionId, verification_id_param: verificationId },
        z.string().nullable(),
      ),
    checkVerificationCode: (attempt) =>
      call(
        'check_verification_code',
        {
          session_id_param: attempt.sessionId,
          verification_id_param: attempt.verificationId,
          code_hash_param: attempt.codeHash,
          token_hash_param: attempt.tokenHash,
          ...originArgs(attempt),
        },
        checkedCodeSchema,
      ),
    revokeAccess: (request) =>
      call(
        'revoke_access',
        { session_id_param: request.sessionId, lead_id_param: request.customerId, ...originArgs(request) },
        revokedAccessSchema,
      ),
    extendAccess: (request) =>
      call(
        'extend_access',
        { session_id_param: request.sessionId, lead_id_param: request.customerId, ...originArgs(request) },
        extendedAccessSchema,
      ),
    editCustomer: ({ sessionId, customerId, before, after, ...origin }) =>
      call(
        'edit_customer',
        {
          session_id_param: sessionId,
          lead_id_param: customerId,
          before_param: { ...before },
          after_param: { ...after },
          ...originArgs(origin),
        },
        editedCustomerSchema,
      ),
    saveRepSettings: ({ sessionId, mailOnOpening, ...origin }) =>
      call(
        'save_rep_settings',
        { session_id_param: sessionId, mail_on_opening_param: mailOnOpening, ...originArgs(origin) },
        savedRepSettingsSchema,
      ),
    endOwnSessions: ({ sessionId, endedSessionId, ...origin }) =>
      call(
        'end_own_sessions',
        { session_id_param: sessionId, ended_session_id_param: endedSessionId, ...originArgs(origin) },
        endedSessionsSchema,
      ),
    startManagerCode: ({ sessionId, codeId, codeHash }) =>
      call(
        'start_manager_code',
        { session_id_param: sessionId, code_id_param: codeId, code_hash_param: codeHash },
        startedManagerCodeSchema,
      ),
    finishManagerCodeMail: async (codeId, isSent, origin) => {
      await call(
        'finish_manager_code_mail',
        { code_id_param: codeId, is_sent_param: isSent, ...originArgs(origin) },
        z.unknown(),
      );
    },
    checkManagerCode: ({ sessionId, codeId, codeHash, ...origin }) =>
      call(
        'check_manager_code',
        {
          session_id_param: sessionId,
          code_id_param: codeId,
          code_hash_param: codeHash,
          ...originArgs(origin),
        },
        checkedManagerCodeSchema,
      ),
    changeContactRequest: ({ sessionId, requestId, version, change, ...origin }) =>
      call(
        'change_contact_request',
        {
          session_id_param: sessionId,
          contact_request_id_param: requestId,
          version_param: version,
          change_param: { ...change },
          ...originArgs(origin),
        },
        changedContactRequestSchema,
      ),
    changeRep: ({ sessionId, change, credentialHash, ...origin }) => {
      const { idempotencyKey: _key, ...stored } = { idempotencyKey: '', ...change };
      return call(
        'change_rep_by_manager',
        {
          session_id_param: sessionId,
          change_param: stored,
          credential_hash_param: credentialHash,
          ...originArgs(origin),
        },
        changedRepSchema,
      );
    },
    handOver: ({ sessionId, handover, ...origin }) =>
      call(
        'hand_over_by_manager',
        { session_id_param: sessionId, handover_param: { ...handover }, ...originArgs(origin) },
        handedOverSchema,
      ),
    changePrice: ({ sessionId, change, ...origin }) =>
      call(
        'change_price',
        { session_id_param: sessionId, change_param: { ...change }, ...originArgs(origin) },
        changedPriceSchema,
      ),
    readPeople: ({ sessionId, question }) =>
      call('read_people', { session_id_param: sessionId, question_param: { ...question } }, readPeopleSchema),
    changePerson: ({ sessionId, change, ...origin }) =>
      call(
        'change_person',
        { session_id_param: sessionId, change_param: { ...change }, ...originArgs(origin) },
        changedPersonSchema,
      ),
    saveContactRequest: (contactRequest) =>
      call('save_contact_request', { contact_request_param: { ...contactRequest } }, z.boolean()),
    claimNotification: (contactRequestId, leaseSeconds) =>
      call(
        'claim_contact_notification',
        { contact_request_id_param: contactRequestId, lease_seconds_param: leaseSeconds },
        claimSchema,
      ),
    finishNotification: async (contactRequestId, isSent) => {
      await call(
        'finish_contact_notification',
        { contact_request_id_param: contactRequestId, is_sent_param: isSent },
        z.unknown(),
      );
    },
    noteFailedMail: async (mail) => {
      await call('note_failed_mail', { mail_param: mail }, z.number().int());
    },
    recordSiteEvents: async (batch) =>
      (await call('record_site_events', { batch_param: { ...batch } }, z.number().int())) > 0,
    recordSiteCounts: (batch) => call('record_site_counts', { batch_param: { ...batch } }, z.boolean()),
  };
}
