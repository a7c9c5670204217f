import type { AuditEvent, AuditLine } from '../contracts/backend/operations/audit-trail.ts';
import { offerWords } from '../contracts/backend/prices/offer-words.ts';
import { offerSchema } from '../contracts/backend/prices/quote.ts';
import { retentionWords } from '../contracts/backend/retention.ts';
import { counted, formatCount } from '../lib/counted.ts';
import { formatDay } from '../lib/dates.ts';
import { formatExactInstant } from '../lib/instants.ts';
import { formatMonth } from '../lib/months.ts';
import { requestReference } from '../lib/request-reference.ts';
import {
  amountWords,
  changedFields,
  priceChange,
  rateChange,
  requestChange,
  saleChange,
} from './audit-changes.ts';
import { type Detail, fieldsOf, instantOf, listed, numberOf, textOf } from './audit-detail.ts';

interface Telling {
  /** Writes `Grace Moss <grace@moss.example>` instead of the name alone. */
  withAddresses?: boolean;
  /** Time zone of the instants in the sentence. By default the browser's. @example 'UTC' */
  timeZone?: string | undefined;
}

const SETTINGS = [
  ['mailOnOpening', 'mails about openings'],
  ['mailOnMonday', 'the Monday mail'],
  ['mailOnWork', 'mails about work'],
  ['toastOnNews', 'messages about news'],
] as const;

interface Story {
  rep: string;
  customer: string;
  /** The customer of the event, or else the representative, or else who sent a contact request or received a code. */
  person: string;
  /** Who did it: a manager or an operator if the line names one, else the representative. */
  actor: string;
  /** Who did it, for events of the office: a manager if the line names one, else an operator. */
  office: string;
  detail: Detail;
  names: AuditLine['names'];
  /** An instant from the detail, in words. */
  time(value: unknown): string;
}

const SENTENCES: Readonly<Record<AuditEvent, (story: Story) => string>> = {
  rep_signed_in: ({ rep }) => `${rep} signed in`,
  rep_sign_in_failed: ({ rep }) => `A sign-in with a sales ID failed (${rep})`,
  customer_signed_in: ({ customer }) => `${customer} signed in with their link`,
  customer_sign_in_failed: ({ customer, detail }) =>
    `A link of ${customer} was refused${because(detail.reason)}`,
  signed_out: ({ person, detail }) => `A session of ${person} ended${because(detail.reason)}`,
  sessions_ended: ({ rep, office, detail }) =>
    detail.by === 'representative'
      ? `${rep} ended ${count(detail.count, 'session')} of their own`
      : `${office} ended ${count(detail.count, 'session')} of ${rep}`,
  code_sent: ({ rep, customer }) => `${rep} had a code mailed to ${customer}`,
  code_failed: ({ rep, customer }) => `${rep} entered a wrong code for ${customer}`,
  code_refused: ({ rep, customer }) =>
    `${rep} asked for a code for ${customer}, a customer of another representative`,
  link_issued: ({ actor, customer, detail, time }) =>
    `${actor} issued a link for ${customer}${until(detail.expiresAt, time)}`,
  link_opened: ({ customer }) => `${customer} opened their link for the first time`,
  link_extended: ({ actor, customer, detail, time }) =>
    `${actor} extended the access of ${customer}${until(detail.expiresAt, time)}`,
  link_revoked: ({ actor, customer }) => `${actor} revoked the access of ${customer}`,
  link_expired: ({ customer, detail, time }) =>
    `The access of ${customer} expired${on(detail.expiresAt, time)}`,
  prices_revealed: ({ customer }) => `${customer} was shown prices`,
  quote_made: ({ customer, detail }) => `${customer} was quoted ${quoted(detail)}`,
  customer_edited: ({ actor, customer, detail }) =>
    `${actor} changed ${changedFields(detail)} of ${customer}`,
  customer_handed_over: ({ office, rep, customer, detail, names }) =>
    `${office} handed ${customer} over${from(detail.from, names)} to ${rep}`,
  handover_undone: ({ office, rep, customer }) => `${office} gave ${customer} back to ${rep}`,
  contact_request_received: ({ customer, detail }) =>
    `The contact request ${requestReference(textOf(detail.requestId))} of ${customer} arrived`,
  contact_request_changed: ({ actor, detail, names }) =>
    `${actor} changed the contact request ${requestReference(textOf(detail.requestId))}: ${requestChange(detail, names)}`,
  catalogue_loaded: ({ office, detail }) =>
    `${office} loaded ${count(detail.plans, 'plan')}, ${count(detail.features, 'feature')} and ${count(detail.prices, 'price')}`,
  sales_imported: ({ office, detail }) =>
    `${office} imported sales: ${textOf(detail.inserted)} new, ${textOf(detail.updated)} changed, ${textOf(detail.unchanged)} unchanged`,
  sales_import_undone: ({ office, detail }) =>
    `${office} undid an import of sales: ${textOf(detail.removed)} removed, ${textOf(detail.restored)} restored, ${textOf(detail.kept)} kept`,
  sale_amounts_changed: ({ office, rep, detail, time }) =>
    `${office} changed the sale ${requestReference(textOf(detail.saleId))} of ${rep} by an import: ${saleChange(detail, time)}`,
  target_set: ({ office, rep, detail }) =>
    `${office} set the target of ${rep} for ${monthOf(detail)} from ${amountWords(detail.before)} to ${amountWords(detail.after)}`,
  commission_rate_changed: ({ office, detail }) =>
    `${office} changed the commission rate of ${textOf(detail.productName)}, ${textOf(detail.billingFrequency)}, for sales from ${dayOf(detail.validFrom)} on: ${rateChange(detail)}`,
  statement_approved: ({ office, rep, detail }) =>
    `${office} approved the statement of ${rep} for ${monthOf(detail)}: ${amountWords(detail.payCents)} to pay`,
  statement_paid: ({ office, rep, detail }) =>
    `${office} noted that the statement of ${rep} for ${monthOf(detail)} was paid: ${amountWords(detail.payCents)}`,
  statement_questioned: ({ rep, detail }) =>
    `${rep} asked about the sale ${requestReference(textOf(detail.saleId))} on the statement for ${monthOf(detail)}`,
  statement_answered: ({ office, rep, detail }) =>
    `${office} answered ${rep} about the sale ${requestReference(textOf(detail.saleId))} on the statement for ${monthOf(detail)}`,
  price_set: ({ office, detail }) =>
    `${office} set the price of ${textOf(detail.plan)}: ${priceChange(detail)}`,
  price_scheduled: ({ office, detail, time }) =>
    `${office} scheduled a price of ${textOf(detail.plan)} from ${time(detail.validFrom)}: ${priceChange(detail)}`,
  price_schedule_cancelled: ({ office, detail, time }) =>
    `${office} cancelled the price of ${textOf(detail.plan)} scheduled from ${time(detail.validFrom)}`,
  rep_added: ({ office, rep }) => `${office} added ${rep} as a representative`,
  rep_edited: ({ office, rep }) => `${office} corrected the name or address of ${rep}`,
  rep_enabled: ({ office, rep }) => `${office} let ${rep} sign in again`,
  rep_disabled: ({ office, rep }) => `${office} disabled ${rep}`,
  rep_takes_requests: ({ office, rep }) => `${office} gave ${rep} a turn at new requests`,
  rep_takes_no_requests: ({ office, rep }) => `${office} took ${rep} out of the turn at new requests`,
  rep_made_manager: ({ office, rep }) => `${office} made ${rep} a manager`,
  rep_no_longer_manager: ({ office, rep }) => `${office} removed ${rep} from the managers`,
  rep_settings_changed: ({ rep, detail }) => {
    if ('requestsPaused' in detail)
      return `${rep} ${detail.requestsPaused === true ? 'paused' : 'resumed'} new requests`;
    const [setting, words] = SETTINGS.find(([name]) => name in detail) ?? ['', 'a setting'];
    return `${rep} turned ${words} ${detail[setting] === true ? 'on' : 'off'}`;
  },
  sales_id_rotated: ({ office, rep }) => `${office} gave ${rep} a new sales ID`,
  manager_code_sent: ({ rep }) => `${rep} had a code for Operations mailed`,
  manager_code_failed: ({ rep }) => `${rep} entered a wrong code for Operations`,
  manager_access_opened: ({ rep, detail, time }) => `${rep} opened Operations${until(detail.until, time)}`,
  person_opened: ({ office, person }) => `${office} opened what is stored about ${person}`,
  person_exported: ({ office, person }) => `${office} exported what is stored about ${person}`,
  contact_requests_exported: ({ office, detail }) =>
    `${office} exported ${count(detail.rows, 'contact request')}${filteredBy(detail.filter)}`,
  audit_trail_exported: ({ office, detail }) =>
    `${office} exported ${count(detail.rows, 'line')} of the audit trail${filteredBy(detail.filter)}`,
  sales_exported: ({ office, detail, names }) =>
    `${office} exported ${count(detail.rows, 'sale')} of ${soldBy(fieldsOf(detail.filter).scope, names)}${filteredBy(detail.filter)}`,
  statements_exported: ({ office, detail }) =>
    `${office} exported ${count(detail.rows, 'statement')} for ${monthOf(fieldsOf(detail.filter))}`,
  person_corrected: ({ office, person, detail }) =>
    `${office} corrected ${changedFields(detail)} of ${detail.of === 'contact_request' ? requestsOf(detail.requestId, 1) : person}`,
  consent_withdrawn: ({ office, detail }) =>
    `${office} recorded the withdrawn consent on ${requestsOf(detail.requestIds, detail.requests)}`,
  person_erased: ({ office, detail }) =>
    `${office} erased a person, with ${count(detail.contactRequests, 'contact request')} and ${count(detail.codes, 'code')}`,
  mentions_redacted: ({ office, detail }) =>
    `${office} began to erase a person, and took them out of ${count(detail.redacted, 'text')} of others`,
  data_expired: ({ detail }) => removed(detail),
};

/** An audit event as a sentence, without its time. An event type from a newer database is shown by its raw name. */
export function auditSentence(line: AuditLine, { withAddresses = false, timeZone }: Telling = {}): string {
  const called = (name: string | null, email: string | null) => {
    if (!withAddresses || email === null) return name || email;
    return name ? `${name} <${email}>` : email;
  };
  const { detail, names } = line;
  const customer = called(line.customerName, line.customerEmail);
  const rep = called(line.repName, line.repEmail);
  const known = rep ?? 'an unknown representative';
  const manager = detail.managerId === undefined ? known : (line.managerName ?? 'an unknown manager');
  const doneBy: Readonly<Record<string, string>> = { operator: 'an operator', manager };
  const by = doneBy[textOf(detail.by)];
  const tell = isKnown(line.event) ? SENTENCES[line.event] : undefined;
  const sentence = tell?.({
    rep: known,
    customer: customer ?? 'an unknown customer',
    person: customer ?? rep ?? strangerOf(detail),
    actor: by ?? known,
    office: by ?? 'an operator',
    detail,
    names,
    time: (value) => {
      const instant = instantOf(value);
      return instant === null ? textOf(value) : formatExactInstant(instant, timeZone);
    },
  });
  if (sentence === undefined) return line.event;
  const times = numberOf(detail.times);
  // Capitalize only our own words. A name or an address stays as it was typed.
  const capitalized = sentence.replace(/^an? /, (article) => `A${article.slice(1)}`);
  return times === null ? capitalized : `${capitalized}, ${formatCount(times)} times within a day`;
}

function isKnown(event: string): event is AuditEvent {
  return Object.hasOwn(SENTENCES, event);
}

type Time = Story['time'];

function until(value: unknown, time: Time): string {
  return value === undefined ? '' : `, until ${time(value)}`;
}

function on(value: unknown, time: Time): string {
  return value === undefined ? '' : ` on ${time(value)}`;
}

function from(repId: unknown, names: AuditLine['names']): string {
  const name = names[textOf(repId)];
  return name === undefined ? '' : ` from ${name}`;
}

/** A person without a name. @example 'the sender of the contact request 5F0C-1C1E' */
function strangerOf({ requestId, verificationId, mentionedIn }: Detail): string {
  if (requestId !== undefined) {
    return `the sender of the contact request ${requestReference(textOf(requestId))}`;
  }
  if (mentionedIn !== undefined) {
    return `a person who is mentioned in the text ${requestReference(textOf(mentionedIn))}`;
  }
  if (verificationId === undefined) return 'a person';
  return `the person who was mailed the code ${requestReference(textOf(verificationId))}`;
}

/** @example 'the contact request 5F0C-1C1E', or '2 contact requests' when the line does not name all. */
function requestsOf(ids: unknown, number: unknown): string {
  const known = (Array.isArray(ids) ? ids : [ids]).filter((id) => typeof id === 'string');
  if (known.length === 0 || known.length !== numberOf(number)) return count(number, 'contact request');
  return `the contact request${known.length === 1 ? '' : 's'} ${listed(known.map(requestReference))}`;
}

/** @example ' (signed out)' */
function because(reason: unknown): string {
  return reason === undefined || reason === null ? '' : ` (${textOf(reason).replaceAll('_', ' ')})`;
}

/** @example '2 sessions', or 'sessions' when the line has no count. */
function count(value: unknown, thing: string): string {
  const number = numberOf(value);
  return number === null ? `${thing}s` : counted(number, thing);
}

function removed(detail: Detail): string {
  const kinds = Object.entries(detail).flatMap(([kind, value]) => {
    const number = numberOf(value) ?? 0;
    const { what, one } = retentionWords(kind);
    return number === 0 ? [] : [`${formatCount(number)} ${number === 1 ? one : what}`];
  });
  return kinds.length === 0 ? 'No data had expired' : `Expired data was removed: ${listed(kinds)}`;
}

function quoted(detail: Detail): string {
  const { data } = offerSchema.safeParse(detail);
  return data === undefined ? 'a price' : offerWords(data);
}

function monthOf({ month }: Detail): string {
  return /^\d{4}-\d\d$/.test(textOf(month)) ? formatMonth(textOf(month)) : 'a month';
}

function dayOf(value: unknown): string {
  return /^\d{4}-\d\d-\d\d$/.test(textOf(value)) ? formatDay(textOf(value)) : 'a day';
}

function soldBy(scope: unknown, names: AuditLine['names']): string {
  return scope === 'all' ? 'all representatives' : (names[textOf(scope)] ?? 'an unknown representative');
}

/** What each field of an export's filter narrows, in the order of the screens. Two fields may narrow the same. */
const FILTERS: readonly (readonly [field: string, words: string])[] = [
  ['statuses', 'status'],
  ['quarantined', 'quarantine'],
  ['products', 'product'],
  ['billing_frequencies', 'billing'],
  ['commission_groups', 'commission'],
  ['search', 'a search'],
  ['assigned', 'representative'],
  ['project_type', 'form'],
  ['source', 'source'],
  ['campaign', 'campaign'],
  ['page', 'page'],
  ['person', 'person'],
  ['email', 'person'],
  ['event', 'event'],
  ['from', 'days'],
  ['to', 'days'],
  ['request_id', 'one request'],
  ['unsent', 'failed mail'],
];

/** The filter of an exported list. '' without one. @example ', filtered by status and days' */
function filteredBy(filter: unknown): string {
  const fields = fieldsOf(filter);
  const words = FILTERS.flatMap(([field, its]) => (fields[field] === undefined ? [] : [its]));
  return words.length === 0 ? '' : `, filtered by ${listed([...new Set(words)])}`;
}
