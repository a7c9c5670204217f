import { BRAND } from '../../../brand/brand.ts';
import { NAME_MAX, PHONE_MAX } from '../browser-limits.ts';

/*
 * What the contact form and the server agree on. It is apart from the schemas, so showing the form does not load the
 * validator.
 */

/**
 * What a visitor may add to a request, in the order of the form: one line of text each, in a column of its own. The
 * form, its checks, the mail, Requests and CSV follow this list.
 */
export const ADDED_FIELDS = [
  {
    name: 'phone',
    column: 'phone',
    max: PHONE_MAX,
    /** In mails and in CSV. */
    label: 'Phone',
    /** Heading among the facts of a request. Fields with one heading are one text. */
    heading: 'Phone',
    /** Not asked of a private person. */
    isForBusiness: false,
    control: { type: 'tel', autoComplete: 'tel' },
  },
  {
    name: 'jobTitle',
    column: 'job_title',
    max: NAME_MAX,
    label: 'Job title',
    heading: 'Job',
    isForBusiness: true,
    control: { autoComplete: 'organization-title' },
  },
  {
    name: 'jobRole',
    column: 'job_role',
    max: NAME_MAX,
    label: 'Job role',
    heading: 'Job',
    isForBusiness: true,
    control: {},
  },
] as const;

type AddedField = (typeof ADDED_FIELDS)[number];
type AddedName = AddedField['name'];
type AddedColumn = AddedField['column'];

/** A value for each added field, by its name. @example byName(({ column }) => row[column]) */
export function byName<Value>(give: (field: AddedField) => Value): Record<AddedName, Value> {
  return Object.fromEntries(ADDED_FIELDS.map((field) => [field.name, give(field)])) as Record<
    AddedName,
    Value
  >;
}

/** A value for each added field, by its column. @example byColumn(({ name }) => request[name]) */
export function byColumn<Value>(give: (field: AddedField) => Value): Record<AddedColumn, Value> {
  return Object.fromEntries(ADDED_FIELDS.map((field) => [field.column, give(field)])) as Record<
    AddedColumn,
    Value
  >;
}

/** Heading and text of what was added to a request. The text is empty if nothing was. */
export function addedFacts(request: Readonly<Record<AddedName, string>>): [heading: string, text: string][] {
  return [...new Set(ADDED_FIELDS.map(({ heading }) => heading))].map((heading) => [
    heading,
    ADDED_FIELDS.filter((field) => field.heading === heading)
      .map(({ name }) => request[name])
      .filter((text) => text !== '')
      .join(', '),
  ]);
}

/** The fields that a person fills in, in form order. */
export type ContactFieldName = 'name' | 'email' | 'company' | AddedName | 'message';
export const CONTACT_FIELD_NAMES: readonly ContactFieldName[] = [
  'name',
  'email',
  'company',
  ...ADDED_FIELDS.map(({ name }) => name),
  'message',
];

/** What a visitor agrees to. A changed sentence needs a new version. The server stores both with the request. */
export const CONSENT = {
  version: '2026-11',
  text: `I agree that ${BRAND.name} may contact me about this request and related services. I can withdraw this at any time.`,
} as const;

/**
 * How a browser without scripts sends the contact form: `application/x-www-form-urlencoded`, with the names of
 * `contactFieldsSchema`. The answer is a 303 to a page that says what became of it.
 */
export const CONTACT_FORM_POST = {
  action: '/functions/v1/submit-contact',
  /** Name of the hidden field, `website` of the JSON. Browsers and password managers know nothing to put into it. */
  trap: 'q7',
  /** Ids of the two notes on the page. */
  sentId: 'sent',
  notSentId: 'not-sent',
  sentPath: '/contact#sent',
  notSentPath: '/contact#not-sent',
} as const;

/** Largest body of a request: a form writes a Chinese letter as nine bytes, and a message has 10,000. */
export const CONTACT_MAX_BODY_BYTES = 128 * 1024;

/** `source` of a request about the sender's own data. A private person has no company to name. */
export const OPT_OUT_SOURCE = 'opt-out';

/** What the site's own links and its dialog name as the plan. Any other comes from an address written by hand. */
export const CONTACT_PLANS: readonly string[] = [
  'Foundation+',
  'Accelerate Pro',
  'Moonshot',
  'Enterprise',
  'Data Refinement',
  'comparison',
  'general',
];
