import { z } from 'zod';
import { byColumn } from '../../../../shared/src/contracts/backend/contact/contact-form.ts';
import type { FailedMail } from '../../../../shared/src/contracts/backend/operations/operations-today.ts';
import { type CallDatabase, nothing } from './database-call.ts';

const storedContactRequestSchema = z.object({
  id: z.uuid(),
  first_name: z.string(),
  last_name: z.string().nullable(),
  email: z.string(),
  company: z.string(),
  ...byColumn(() => z.string().default('')),
  message: z.string(),
  project_type: z.enum(['demo', 'contact']),
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
    /** Name of the representative who works on it. */
    assigned_to: z.string().nullable(),
  }),
  z.object({ state: z.enum(['sent', 'busy', 'quarantined', 'missing']) }),
]);
export type NotificationClaim = z.infer<typeof claimSchema>;

const workMailSchema = z.object({
  id: z.uuid(),
  /** Names the claim. Opaque. */
  claimed_at: z.string(),
  rep: z.object({ name: z.string(), email: z.string() }),
  customer_count: z.number().int(),
  request_count: z.number().int(),
  /** When the mail is about this request alone. */
  contact_request: storedContactRequestSchema.nullable(),
  /** When something was asked about this statement, or answered. */
  statement: z
    .object({ month: z.string(), rep_id: z.uuid(), rep_name: z.string(), is_answer: z.boolean() })
    .nullable(),
});
export type WorkMail = z.infer<typeof workMailSchema>;

/** A contact request for `save_contact_request`. It has column names, because the row is made from it. */
export interface NewContactRequest extends Omit<StoredContactRequest, 'created_at'> {
  consent_version: string | null;
  consent_text: string | null;
  utm: Partial<Record<string, string>>;
  referrer: string;
  is_quarantined: boolean;
}

/** Contact requests of visitors, and the mails about them. */
export function contactCalls(call: CallDatabase) {
  return {
    /** Counts at the limits of the sender's network. @returns false when the request is already stored */
    saveContactRequest: (contactRequest: NewContactRequest, network: string) =>
      call(
        'save_contact_request',
        { contact_request_param: { ...contactRequest }, network_param: network },
        z.boolean(),
      ),
    claimNotification: (contactRequestId: string, leaseSeconds: number): Promise<NotificationClaim> =>
      call(
        'claim_contact_notification',
        { contact_request_id_param: contactRequestId, lease_seconds_param: leaseSeconds },
        claimSchema,
      ),
    /**
     * @param claimedAt the claim to release if the mail was not accepted
     * @param confirmation whom it would go to, and the sender's network: null when an operator sends the mail
     * @returns whether the confirmation may be mailed. It is counted then
     */
    finishNotification: (
      contactRequestId: string,
      isSent: boolean,
      claimedAt: string,
      confirmation: { mailboxHash: string; network: string | null } | null,
    ) =>
      call(
        'finish_contact_notification',
        {
          contact_request_id_param: contactRequestId,
          is_sent_param: isSent,
          claimed_at_param: claimedAt,
          network_param: confirmation?.network ?? null,
          mailbox_hash_param: confirmation?.mailboxHash ?? null,
        },
        z.boolean(),
      ),
    /** @returns ids of requests whose mail to the team failed before, at most `limit` */
    findUnsentNotifications: (limit: number) =>
      call('find_unsent_notifications', { limit_param: limit }, z.array(z.uuid())),
    /** Mails to representatives about new work, which no other sender has. */
    claimWorkMails: (limit: number, leaseSeconds: number): Promise<WorkMail[]> =>
      call(
        'claim_work_mails',
        { limit_param: limit, lease_seconds_param: leaseSeconds },
        z.array(workMailSchema),
      ),
    /** Deletes a sent mail. One that was refused waits for its next try. */
    finishWorkMail: (id: string, isSent: boolean, claimedAt: string) =>
      call(
        'finish_work_mail',
        { work_mail_id_param: id, is_sent_param: isSent, claimed_at_param: claimedAt },
        nothing,
      ),
    noteFailedMail: (mail: FailedMail) => call('note_failed_mail', { mail_param: mail }, nothing),
  };
}
