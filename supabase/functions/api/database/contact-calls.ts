import { type byColumn, byName } from '../../../../shared/src/contracts/backend/contact/contact-form.ts';
import type { FailedMail } from '../../../../shared/src/contracts/backend/operations/operations-today.ts';
import {
  type ChosenBilling,
  chosenBillingSchema,
} from '../../../../shared/src/contracts/backend/prices/pricing.ts';
import { offerSchema } from '../../../../shared/src/contracts/backend/prices/quote.ts';
import { z } from '../../../../shared/src/lib/zod.ts';
import { type CallDatabase, nothing } from './database-call.ts';

const storedContactRequestSchema = z.object({
  id: z.uuid(),
  firstName: z.string(),
  lastName: z.nullable(z.string()),
  email: z.string(),
  company: z.string(),
  ...byName(() => z._default(z.string(), '')),
  message: z.string(),
  projectType: z.enum(['demo', 'contact']),
  source: z.string(),
  tier: z.string(),
  billing: z._default(chosenBillingSchema, ''),
  createdAt: z.string(),
});
export type StoredContactRequest = z.infer<typeof storedContactRequestSchema>;

const claimSchema = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('claimed'),
    /** Names the claim. Opaque. */
    claimedAt: z.string(),
    contactRequest: storedContactRequestSchema,
    /** Name of the representative who works on it. */
    assignedTo: z.nullable(z.string()),
  }),
  z.object({ state: z.enum(['sent', 'busy', 'quarantined', 'missing']) }),
]);
export type NotificationClaim = z.infer<typeof claimSchema>;

const count = z.int().check(z.nonnegative());
/** A sum in US cents. */
const cents = z.int();

/** What a representative did in a week, and what waits for them now. Without cancelled sales. */
const ownWeekSchema = z.object({
  newRequests: count,
  openRequests: z.object({ count, overdue: count }),
  /** Customers who opened their link. */
  openedCount: count,
  /** Links that end before the end of the next week. */
  linksEnding: count,
  salesCount: count,
  salesCents: cents,
  commissionCents: cents,
  /** Of the month of the week's last day, up to that day. */
  monthCents: cents,
  targetCents: z.nullable(cents),
});

const teamWeekSchema = z.object({
  newRequests: count,
  /** New requests without an answer, by age. */
  unanswered: z.object({ today: count, recent: count, older: count, overdue: count }),
  answeredCount: count,
  /** The median. */
  firstAnswerSeconds: z.nullable(z.number().check(z.nonnegative())),
  salesCents: cents,
  /** Of the week before. */
  beforeCents: cents,
  /** The three who sold most. */
  best: z.array(z.object({ name: z.string(), salesCents: cents })),
  statementsToApprove: count,
  statementsToPay: count,
  openQuestions: count,
  failedMails: count,
});

const weekSchema = z.object({
  /** First and last day. */
  from: z.iso.date(),
  to: z.iso.date(),
  own: ownWeekSchema,
  /** For a manager. */
  team: z.nullable(teamWeekSchema),
});
export type Week = z.infer<typeof weekSchema>;

const workMailSchema = z.object({
  id: z.uuid(),
  /** Names the claim. Opaque. */
  claimedAt: z.string(),
  rep: z.object({ name: z.string(), email: z.string(), timeZone: z.nullable(z.string()) }),
  customerCount: z.int(),
  requestCount: z.int(),
  /** When the mail is about this request alone. */
  contactRequest: z.nullable(storedContactRequestSchema),
  /** To whom the mail goes, when it tells them that the representative looks after them now. */
  customer: z.nullable(
    z.object({
      name: z.string(),
      email: z.string(),
      timeZone: z.nullable(z.string()),
      linkEndsAt: z.string(),
    }),
  ),
  /** When something was asked about this statement, or answered. */
  statement: z.nullable(
    z.object({ month: z.string(), repId: z.uuid(), repName: z.string(), isAnswer: z.boolean() }),
  ),
  /** When a customer made this quote. */
  quote: z.nullable(
    z.extend(z.pick(offerSchema, { planName: true, validUntil: true }), {
      id: z.uuid(),
      customerId: z.uuid(),
      name: z.string(),
      email: z.string(),
      /** Else their representative is disabled, and the mail goes to a manager. */
      isOwn: z.boolean(),
    }),
  ),
  /** The first day, when the mail sums up a week. */
  week: z.nullable(z.iso.date()),
});
export type WorkMail = z.infer<typeof workMailSchema>;

/** A contact request for `save_contact_request`. It has column names, because the row is made from it. */
export interface NewContactRequest extends ReturnType<typeof byColumn<string>> {
  id: string;
  first_name: string;
  last_name: string | null;
  email: string;
  company: string;
  message: string;
  project_type: StoredContactRequest['projectType'];
  source: string;
  tier: string;
  billing: ChosenBilling;
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
    /**
     * Notes the mails about the past week that are due.
     * @param zone IANA name of the zone in which Monday begins
     */
    noteWeekMails: (zone: string) => call('note_week_mails', { zone_param: zone }, nothing),
    /** Mails to representatives about new work and past weeks, which no other sender has. */
    claimWorkMails: (limit: number, leaseSeconds: number): Promise<WorkMail[]> =>
      call(
        'claim_work_mails',
        { limit_param: limit, lease_seconds_param: leaseSeconds },
        z.array(workMailSchema),
      ),
    /** What a claimed mail about a week says. */
    weekFigures: (workMailId: string): Promise<Week> =>
      call('get_week_figures', { work_mail_id_param: workMailId }, weekSchema),
    /** Deletes a mail that was sent or given up. One that was refused waits for its next try. */
    finishWorkMail: (id: string, outcome: 'sent' | 'refused' | 'given_up', claimedAt: string) =>
      call(
        'finish_work_mail',
        { work_mail_id_param: id, outcome_param: outcome, claimed_at_param: claimedAt },
        nothing,
      ),
    noteFailedMail: (mail: FailedMail) => call('note_failed_mail', { mail_param: mail }, nothing),
  };
}
