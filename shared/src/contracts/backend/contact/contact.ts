import { manyLines, oneLine } from '../../../lib/plain-text.ts';
import { z } from '../../../lib/zod.ts';
import { atMost } from '../at-most.ts';
import {
  CONTACT_NAME_MIN,
  FORM_AGE_MAX_MS,
  MESSAGE_MAX,
  NAME_MAX,
  ORIGIN_MAX,
  REFERRER_MAX,
  UTM_MAX,
} from '../browser-limits.ts';
import { emailAddressSchema } from '../email-address.ts';
import { chosenBillingSchema } from '../prices/pricing.ts';
import { byName, OPT_OUT_SOURCE } from './contact-form.ts';

/** The text may have been pasted. Invisible characters are removed, not refused. */
const line = () => z.string().check(z.overwrite(oneLine));

const optionalText = (max: number, clean = oneLine) =>
  z._default(z.string().check(z.overwrite(clean), atMost(max)), '');

const company = () => line().check(atMost(NAME_MAX));

/** The fields that a person fills in. react-hook-form validates them, and the server does it again. */
export const contactFieldsSchema = z.object({
  name: line().check(
    z.minLength(CONTACT_NAME_MIN, `Name must be at least ${CONTACT_NAME_MIN} characters`),
    atMost(NAME_MAX),
  ),
  email: emailAddressSchema(),
  company: company().check(z.minLength(1, 'Company name is required')),
  ...byName(({ max }) => optionalText(max)),
  message: optionalText(MESSAGE_MAX, manyLines),
  consent: z._default(z.boolean(), false),
});
export type ContactFields = z.infer<typeof contactFieldsSchema>;

/** What a request from `OPT_OUT_SOURCE` holds instead: a private person has no company to name. */
export const optOutFields = { company: company() };
/** What the form holds before validation adds the defaults. */
export type ContactFormInput = z.input<typeof contactFieldsSchema>;

/** `demo` when the visitor came to book a demo, else `contact`. */
const projectTypeSchema = z.enum(['demo', 'contact']);

const campaignPart = z.optional(line().check(z.maxLength(UTM_MAX)));

/** Others are dropped: a stranger chooses them, and lists and exports show what is stored. */
const campaignSchema = z.object({
  source: campaignPart,
  medium: campaignPart,
  campaign: campaignPart,
  term: campaignPart,
  content: campaignPart,
});

/** A form sent sooner than this after it appeared was filled in by a machine. Milliseconds. */
export const CONTACT_MIN_MS = 1_500;

/** `submit-contact`. The same `id` again gets the same answer, without a second row or mail. */
const contactRequestSchema = z.extend(contactFieldsSchema, {
  /** UUID that the client makes once per content of a form. It is the idempotency key and the row's id. */
  id: z.uuid(),
  projectType: z._default(projectTypeSchema, 'contact'),
  source: z._default(line().check(z.maxLength(ORIGIN_MAX)), 'general'),
  /** The plan that the visitor came from. Empty if there is none. It is prefixed to the stored message. */
  tier: z._default(line().check(z.maxLength(ORIGIN_MAX)), ''),
  /** How they want that plan billed. */
  billing: z._default(chosenBillingSchema, ''),
  /** `CONSENT.version` of the sentence that was shown. */
  consentVersion: z._default(line().check(z.maxLength(20)), ''),
  /** Campaign parameters of the first visit, such as utm_source, without the `utm_` prefix. */
  utm: z._default(campaignSchema, {}),
  /** Address of the page that led here, '' when unknown. Only its origin and path are stored. */
  referrer: z._default(line().check(z.maxLength(REFERRER_MAX)), ''),
  /** Honeypot: people never see it. If it is filled in, the row is quarantined and no mail is sent. */
  website: z._default(z.string().check(z.maxLength(REFERRER_MAX)), ''),
  /**
   * Time trap: milliseconds between showing and sending the form. Missing if the person began before a reload. Below
   * `CONTACT_MIN_MS`, the row stays in quarantine until an operator has looked at it.
   */
  formOpenedMs: z.optional(z.int().check(z.gte(0), z.lte(FORM_AGE_MAX_MS))),
});
export type ContactRequest = z.infer<typeof contactRequestSchema>;

/** What the server takes: no other fields, and a request to opt out without a company. */
export const submitContactRequestSchema = z
  .strictObject({ ...contactRequestSchema.shape, ...optOutFields })
  .check(
    z.refine(({ company, source }) => company !== '' || source === OPT_OUT_SOURCE, {
      path: ['company'],
      message: 'Company name is required',
      // Also beside faults of other fields: a person mends all of them at once.
      when: ({ value }) => z.object({ company: z.string() }).safeParse(value).success,
    }),
  );

export const contactResponseSchema = z.object({
  contactRequestId: z.uuid(),
  /** false when the row is saved but the team has no mail: it failed, or the row is in quarantine. */
  notified: z.boolean(),
});
export type ContactResponse = z.infer<typeof contactResponseSchema>;

/**
 * Splits a full name as the specification says: the first word, and the rest.
 * @returns `lastName` null for a name of one word
 */
export function splitName(name: string): { firstName: string; lastName: string | null } {
  const [firstName = '', ...rest] = name.trim().split(/\s+/u);
  return { firstName, lastName: rest.length > 0 ? rest.join(' ') : null };
}

/** Prefixes the message with its plan: `[Interest in Moonshot tier] …`. */
export function messageWithPlan(message: string, tier: string): string {
  if (tier === '') return message;
  return `[Interest in ${tier} tier]${message === '' ? '' : ` ${message}`}`;
}
