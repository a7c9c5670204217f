import { z } from 'zod';
import { requestReference } from '../../shared/src/lib/request-reference.ts';
import { formatDollars } from './dollars.ts';

/** A line of the trail as `find_audit_events` answers it. */
export const auditEventSchema = z.object({
  line_number: z.number(),
  occurred_at: z.string(),
  event: z.string(),
  rep_name: z.string().nullable(),
  rep_email: z.string().nullable(),
  customer_name: z.string().nullable(),
  customer_email: z.string().nullable(),
  ip_address: z.string().nullable(),
  user_agent: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()),
});
export type AuditEvent = z.infer<typeof auditEventSchema>;

const NO_CUSTOMER = 'a customer who is not known';
const NO_REP = 'a representative who is not known';

interface Story {
  rep: string;
  customer: string;
  /** Whose session it is: the customer's, or else the representative's. */
  owner: string;
  /** Who did it: the representative, or an operator. */
  actor: string;
  detail: AuditEvent['detail'];
}

const SENTENCES: Readonly<Record<string, (story: Story) => string>> = {
  rep_signed_in: ({ rep }) => `${rep} signed in`,
  rep_sign_in_failed: ({ rep }) => `A sign-in with a sales ID failed (${rep})`,
  customer_signed_in: ({ customer }) => `${customer} signed in with their link`,
  customer_sign_in_failed: ({ customer, detail }) =>
    `A link of ${customer} was refused (${text(detail.reason)})`,
  code_sent: ({ rep, customer }) => `${rep} had a code mailed to ${customer}`,
  code_failed: ({ rep, customer }) => `${rep} entered a wrong code for ${customer}`,
  link_issued: ({ rep, customer, detail }) => `${rep} issued a link for ${customer}${until(detail)}`,
  link_opened: ({ customer }) => `${customer} opened their link for the first time`,
  link_revoked: ({ actor, customer }) => `${actor} revoked the access of ${customer}`,
  link_extended: ({ actor, customer, detail }) =>
    `${actor} extended the access of ${customer}${until(detail)}`,
  link_expired: ({ customer, detail }) =>
    `The access of ${customer} ended by itself on ${text(detail.expiresAt)}`,
  prices_revealed: ({ customer }) => `${customer} was shown prices`,
  signed_out: ({ owner, detail }) => `A session of ${owner} ended (${text(detail.reason)})`,
  sessions_ended: ({ rep, detail }) =>
    detail.by === 'representative'
      ? `${rep} ended ${count(detail.count, 'session')} of their own`
      : `An operator ended ${count(detail.count, 'session')} of ${rep}`,
  catalogue_loaded: ({ detail }) =>
    `An operator loaded ${count(detail.plans, 'plan')}, ${count(detail.features, 'feature')} and ${count(detail.prices, 'price')} into the catalogue`,
  price_set: ({ detail }) => `An operator set the price of ${text(detail.plan)}: ${priceChange(detail)}`,
  price_scheduled: ({ detail }) =>
    `An operator scheduled a price of ${text(detail.plan)} from ${text(detail.validFrom)}: ${priceChange(detail)}`,
  price_schedule_cancelled: ({ detail }) =>
    `An operator canceled the price of ${text(detail.plan)} scheduled from ${text(detail.validFrom)}`,
  customer_edited: ({ actor, customer, detail }) => `${actor} changed ${list(detail.fields)} of ${customer}`,
  rep_enabled: ({ rep }) => `An operator let ${rep} sign in again`,
  rep_edited: ({ rep }) => `An operator corrected name or address of ${rep}`,
  rep_settings_changed: ({ rep, detail }) =>
    `${rep} turned mails about openings ${detail.mailOnOpening === true ? 'on' : 'off'}`,
  consent_withdrawn: ({ detail }) =>
    `${doneBy(detail)} noted that consent is withdrawn on ${count(detail.requests, 'contact request')}`,
  person_exported: ({ detail }) => `${doneBy(detail)} exported all that is stored about a person`,
  person_corrected: ({ detail }) =>
    `${doneBy(detail)} corrected ${list(detail.fields).replaceAll('_', ' ')} of a ${text(detail.of).replaceAll('_', ' ')}`,
  person_erased: ({ detail }) =>
    `${doneBy(detail)} erased a person, with ${count(detail.contactRequests, 'contact request')} and ${count(detail.codes, 'code')}`,
  data_expired: ({ detail }) => {
    const removed = Object.entries(detail).filter(([, number]) => number !== 0);
    return removed.length === 0
      ? 'No data was past its time'
      : `Data past its time was removed: ${removed
          .map(([kind, number]) => `${text(number)} ${kind.replaceAll('_', ' ')}`)
          .join(', ')}`;
  },
  manager_code_sent: ({ rep }) => `${rep} had a code for Operations mailed`,
  manager_code_failed: ({ rep }) => `${rep} entered a wrong code for Operations`,
  manager_access_opened: ({ rep, detail }) => `${rep} opened Operations, until ${text(detail.until)}`,
  rep_made_manager: ({ rep }) => `An operator made ${rep} a manager`,
  rep_no_longer_manager: ({ rep }) => `An operator took ${rep} off the managers`,
  contact_request_changed: ({ actor, detail }) =>
    `${actor} changed the contact request ${requestReference(text(detail.requestId))}: ${requestChange(detail)}`,
  customer_handed_over: ({ rep, customer }) => `An operator handed ${customer} over to ${rep}`,
  handover_undone: ({ rep, customer }) => `An operator gave ${customer} back to ${rep}`,
};

/** A line of the trail as a person would tell it, without its time. An event of a newer database is named as it is. */
export function auditSentence(line: AuditEvent): string {
  const knownCustomer = person(line.customer_name, line.customer_email);
  const rep = person(line.rep_name, line.rep_email) ?? NO_REP;
  const customer = knownCustomer ?? NO_CUSTOMER;
  const owner = knownCustomer ?? rep;
  const actor = line.detail.by === 'operator' ? 'An operator' : rep;
  const sentence = SENTENCES[line.event]?.({ rep, customer, owner, actor, detail: line.detail });
  return sentence === undefined ? line.event : sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function person(name: string | null, email: string | null): string | null {
  if (email === null) return name;
  return name ? `${name} <${email}>` : email;
}

function doneBy({ by }: AuditEvent['detail']): string {
  return by === 'manager' ? 'A manager' : 'An operator';
}

function text(value: unknown): string {
  return value === undefined || value === null ? 'unknown' : String(value);
}

function list(values: unknown): string {
  return Array.isArray(values) ? values.map(text).join(', ') : text(values);
}

function count(value: unknown, thing: string): string {
  return `${text(value)} ${thing}${value === 1 ? '' : 's'}`;
}

function until({ expiresAt }: AuditEvent['detail']): string {
  return expiresAt === undefined ? '' : `, until ${text(expiresAt)}`;
}

const beforeAfterSchema = z
  .object({ before: z.string().nullish(), after: z.string().nullish() })
  .optional()
  .catch(undefined);

/** @example 'status new -> done, its note' */
function requestChange({ status, assignedTo, staffNote, quarantine }: AuditEvent['detail']): string {
  const [statuses, reps] = [beforeAfterSchema.parse(status), beforeAfterSchema.parse(assignedTo)];
  return [
    statuses === undefined ? '' : `status ${text(statuses.before)} -> ${text(statuses.after)}`,
    reps === undefined ? '' : `representative ${reps.before ?? 'nobody'} -> ${reps.after ?? 'nobody'}`,
    staffNote === undefined ? '' : 'its note',
    quarantine === undefined ? '' : 'released from quarantine',
  ]
    .filter((part) => part !== '')
    .join(', ');
}

const pricesSchema = z.record(z.string(), z.number().nullable()).nullish();

/** @example 'monthly $4200.00 -> $4100.00' */
function priceChange({ before, after }: AuditEvent['detail']): string {
  const [was, is] = [pricesSchema.parse(before) ?? {}, pricesSchema.parse(after) ?? {}];
  const changes = Object.keys(is).filter((key) => is[key] !== was[key]);
  return changes
    .map((key) => `${key.replace('Cents', '')} ${dollars(was[key])} -> ${dollars(is[key])}`)
    .join(', ');
}

function dollars(cents: number | null | undefined): string {
  return cents === null || cents === undefined ? 'none' : `$${formatDollars(cents)}`;
}
