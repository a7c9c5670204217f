import { oneLine } from '../../../lib/plain-text.ts';
import { z } from '../../../lib/zod.ts';
import { atMost } from '../at-most.ts';
import { SEARCH_MAX } from '../browser-limits.ts';
import { byName } from '../contact/contact-form.ts';
import { knownEmailSchema } from '../email-address.ts';
import { instant } from '../instant.ts';
import { retentionSchema } from '../retention.ts';

/** Length of a search text, in characters. */
export const PEOPLE_SEARCH = { least: 2, most: SEARCH_MAX } as const;

/** Most people in a search result. */
export const PEOPLE_MOST = 100;

/**
 * `read-people`. Addresses and names travel in the body: a URL would end up in logs and histories. `open` with an address
 * that is stored nowhere is `not_found`. The audit trail records who opened whom, once an hour.
 */
export const readPeopleRequestSchema = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.literal('find'),
    /** Part of an address or a name, in any case. There are no wildcards. */
    search: z
      .string()
      .check(
        z.overwrite(oneLine),
        z.minLength(PEOPLE_SEARCH.least, `Please enter at least ${PEOPLE_SEARCH.least} characters`),
        atMost(PEOPLE_SEARCH.most),
      ),
  }),
  z.strictObject({ action: z.literal('open'), email: knownEmailSchema() }),
  /** More of the texts of others, after the listed ones. Reading them is an opening too. */
  z.strictObject({
    action: z.literal('mentions'),
    email: knownEmailSchema(),
    /** `next` of the answer before. */
    after: z.string().check(z.maxLength(100)),
  }),
  z.strictObject({ action: z.literal('retention') }),
]);

/** One address, with every name and place it is stored with. Sorted by address, at most PEOPLE_MOST. */
export const foundPeopleSchema = z.object({
  people: z.array(z.object({ email: z.string(), names: z.array(z.string()), roles: z.array(z.string()) })),
});
export type FoundPerson = z.infer<typeof foundPeopleSchema>['people'][number];

const sessionSchema = z.object({
  id: z.uuid(),
  ipAddress: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
  createdAt: instant,
  endedAt: z.nullable(instant),
  expiresAt: instant,
});

/** `event` is one of `AUDIT_EVENTS`, or a newer one. */
const trailSchema = z.array(
  z.object({ occurredAt: instant, event: z.string(), ipAddress: z.nullable(z.string()) }),
);
export type PersonTrail = z.infer<typeof trailSchema>;

const counts = z.record(z.string(), z.int().check(z.nonnegative()));

const personCustomerSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  company: z.string(),
  representative: z.object({ name: z.string(), email: z.string() }),
  createdAt: instant,
  hasOpenLink: z.boolean(),
  linkIssuedAt: instant,
  linkEndsAt: z.nullable(instant),
  firstOpenedAt: z.nullable(instant),
  revokedAt: z.nullable(instant),
  sessions: z.array(sessionSchema),
  openings: z.array(
    z.object({
      id: z.uuid(),
      createdAt: instant,
      ipAddress: z.nullable(z.string()),
      userAgent: z.nullable(z.string()),
    }),
  ),
  notes: z.array(z.object({ note: z.string(), updatedAt: instant, writtenBy: z.string() })),
  sales: z.array(
    z.object({
      saleDate: z.string(),
      productName: z.string(),
      billingFrequency: z.string(),
      amountCents: z.number(),
      isCancelled: z.boolean(),
    }),
  ),
  trail: trailSchema,
  counts,
});
export type PersonCustomer = z.infer<typeof personCustomerSchema>;

const personRequestSchema = z.object({
  id: z.uuid(),
  createdAt: instant,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  company: z.string(),
  ...byName(() => z._default(z.string(), '')),
  message: z.string(),
  source: z.string(),
  utm: z.record(z.string(), z.unknown()),
  referrer: z.string(),
  status: z.string(),
  staffNote: z.string(),
  /** Name of the representative. */
  assignedTo: z.nullable(z.string()),
  quarantinedAt: z.nullable(instant),
  consentedAt: z.nullable(instant),
  consentWithdrawnAt: z.nullable(instant),
});
export type PersonRequest = z.infer<typeof personRequestSchema>;

const codeSchema = z.object({ createdAt: instant, expiresAt: instant, usedAt: z.nullable(instant) });

const personRepSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  createdAt: instant,
  disabledAt: z.nullable(instant),
  isManager: z.boolean(),
  salesIds: z.array(
    z.object({
      id: z.uuid(),
      createdAt: instant,
      lastUsedAt: z.nullable(instant),
      revokedAt: z.nullable(instant),
    }),
  ),
  managerCodes: z.array(codeSchema),
  sessions: z.array(sessionSchema),
  trail: trailSchema,
  counts,
});
export type PersonRep = z.infer<typeof personRepSchema>;

/**
 * Text of someone else that contains the person's address or full name, at most 300 characters of it. For a
 * representative: the address that the account once had.
 */
const mentionSchema = z.object({
  kind: z.enum([
    'contact_request',
    'customer_note',
    'customer',
    'code',
    'statement_question',
    'representative',
  ]),
  id: z.uuid(),
  ownerEmail: z.string(),
  field: z.string(),
  text: z.string(),
  hasAddress: z.boolean(),
  hasName: z.boolean(),
});
export type PersonMention = z.infer<typeof mentionSchema>;

/** The server reads for two seconds at most, so many texts come in parts. */
const mentionsSchema = z.object({
  texts: z.array(mentionSchema),
  /** Number of further requests, notes and other records that may mention the person. Not read yet. */
  unread: z.int().check(z.nonnegative()),
  /** Where reading goes on. null: all is read. */
  next: z.nullable(z.string()),
});

/** Answer to `mentions`: about 200 further texts. */
export const mentionedPersonSchema = z.object({ mentions: mentionsSchema });

/** All stored data about an address, without secrets and their hashes. Lists hold the newest entries. */
export const openedPersonSchema = z.object({
  email: z.string(),
  customer: z.nullable(personCustomerSchema),
  representative: z.nullable(personRepSchema),
  requests: z.array(personRequestSchema),
  /** The number of stored requests. An older backend does not say it. */
  requestCount: z.optional(z.int().check(z.nonnegative())),
  codes: z.array(codeSchema),
  mentions: mentionsSchema,
  now: instant,
});
export type OpenedPerson = z.infer<typeof openedPersonSchema>;

export const toldRetentionSchema = z.object({ retention: retentionSchema });
