import { z } from 'zod';
import type { FailedMail } from '../../../../shared/src/contracts/backend/operations/operations-today.ts';
import type { CallDatabase } from './database-call.ts';

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
    /** Names the claim. Opaque. */
    claimed_at: z.string(),
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
  utm: Partial<Record<string, string>>;
  referrer: string;
  is_quarantined: boolean;
}

/** Contact requests of visitors, and the mails about them. Each call rejects with `DatabaseError`. */
export interface ContactCalls {
  /** @returns false when the request is already stored */
  saveContactRequest(contactRequest: NewContactRequest): Promise<boolean>;
  claimNotification(contactRequestId: string, leaseSeconds: number): Promise<NotificationClaim>;
  /** @param claimedAt the claim to release if the mail was not accepted */
  finishNotification(contactRequestId: string, isSent: boolean, claimedAt: string): Promise<void>;
  noteFailedMail(mail: FailedMail): Promise<void>;
}

export function contactCalls(call: CallDatabase): ContactCalls {
  return {
    saveContactRequest: (contactRequest) =>
      call('save_contact_request', { contact_request_param: { ...contactRequest } }, z.boolean()),
    claimNotification: (contactRequestId, leaseSeconds) =>
      call(
        'claim_contact_notification',
        { contact_request_id_param: contactRequestId, lease_seconds_param: leaseSeconds },
        claimSchema,
      ),
    finishNotification: async (contactRequestId, isSent, claimedAt) => {
      await call(
        'finish_contact_notification',
        { contact_request_id_param: contactRequestId, is_sent_param: isSent, claimed_at_param: claimedAt },
        z.unknown(),
      );
    },
    noteFailedMail: async (mail) => {
      await call('note_failed_mail', { mail_param: mail }, z.number().int());
    },
  };
}
