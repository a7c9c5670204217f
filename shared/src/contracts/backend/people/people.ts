import { oneLine } from '../../../lib/plain-text.ts';
import { z } from '../../../lib/zod.ts';
import { EMAIL_MAX, SEARCH_MAX } from '../browser-limits.ts';
import { mailboxOf } from '../email-address.ts';
import { retentionSchema } from '../retention.ts';

/** Length of a search text, in characters. */
export const PEOPLE_SEARCH = { least: 2, most: SEARCH_MAX } as const;

/** Most people in a search result. */
export const PEOPLE_MOST = 100;

/** Any stored address. The address of a contact request was never verified. */
export const personEmailSchema = z.string().overwrite(mailboxOf).min(3).max(EMAIL_MAX);

/**
 * POST /functions/v1/read-people, for managers in a session that entered the code. Other representatives get
 * `forbidden`. Addresses and names travel in the body: a URL would end up in logs and histories. `open` with an
 * address that is stored nowhere is `not_found`. The audit trail records who opened whom, once an hour.
 */
export const readPeopleRequestSchema = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.literal('find'),
    /** Part of an address or a name, in any case. There are no wildcards. */
    search: z
      .string()
      .overwrite(oneLine)
      .min(PEOPLE_SEARCH.least, `Please enter at least ${PEOPLE_SEARCH.least} characters`)
      .max(PEOPLE_SEARCH.most, `Please use at most ${PEOPLE_SEARCH.most} characters`),
  }),
  z.strictObject({ action: z.literal('open'), email: personEmailSchema }),
  /** More of the texts of others, after the listed ones. Reading them is an opening too. */
  z.strictObject({
    action: z.literal('mentions'),
    email: personEmailSchema,
    skipped: z.number().int().nonnegative().max(2_147_483_647),
  }),
  z.strictObject({ action: z.literal('retention') }),
]);

const instant = z.iso.datetime({ offset: true });

/** One address, with every name and place it is stored with. Sorted by address, at most PEOPLE_MOST. */
export const foundPeopleSchema = z.object({
  people: z.array(
    z
      .object({ email: z.string(), names: z.array(z.string()).nullable(), roles: z.array(z.string()) })
      .transform(({ email, names, roles }) => ({ email, names: names ?? [], roles })),
  ),
});
export type FoundPerson = z.infer<typeof foundPeopleSchema>['people'][number];

const sessionSchema = z
  .object({
    id: z.uuid(),
    ip_address: z.string().nullable(),
    user_agent: z.string().nullable(),
    created_at: instant,
    ended_at: instant.nullable(),
    expires_at: instant,
  })
  .transform((row) => ({
    id: row.id,
    ipAddress: row.ip_address,
    userAgent: row.user_agent,
    createdAt: row.created_at,
    endedAt: row.ended_at,
    expiresAt: row.expires_at,
  }));

/** `event` is one of `AUDIT_EVENTS`, or a newer one. */
const trailSchema = z.array(
  z
    .object({ occurred_at: instant, event: z.string(), ip_address: z.string().nullish() })
    .transform((row) => ({
      occurredAt: row.occurred_at,
      event: row.event,
      ipAddress: row.ip_address ?? null,
    })),
);
export type PersonTrail = z.infer<typeof trailSchema>;

const counts = z.record(z.string(), z.number().int().nonnegative());

const personCustomerSchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    company: z.string(),
    representative: z.object({ name: z.string(), email: z.string() }),
    created_at: instant,
    has_open_link: z.boolean(),
    link_issued_at: instant,
    token_expires_at: instant.nullable(),
    accessed_at: instant.nullable(),
    revoked_at: instant.nullable(),
    sessions: z.array(sessionSchema),
    openings: z.array(
      z
        .object({
          id: z.uuid(),
          created_at: instant,
          ip_address: z.string().nullable(),
          user_agent: z.string().nullable(),
        })
        .transform((row) => ({
          id: row.id,
          createdAt: row.created_at,
          ipAddress: row.ip_address,
          userAgent: row.user_agent,
        })),
    ),
    notes: z.array(
      z
        .object({ note: z.string(), updated_at: instant, written_by: z.string() })
        .transform((row) => ({ note: row.note, updatedAt: row.updated_at, writtenBy: row.written_by })),
    ),
    sales: z.array(
      z
        .object({
          sale_date: z.string(),
          product_name: z.string(),
          billing_frequency: z.string(),
          sale_amount_cents: z.number(),
          is_cancelled: z.boolean(),
        })
        .transform((row) => ({
          saleDate: row.sale_date,
          productName: row.product_name,
          billingFrequency: row.billing_frequency,
          amountCents: row.sale_amount_cents,
          isCancelled: row.is_cancelled,
        })),
    ),
    trail: trailSchema,
    counts,
  })
  .transform((row) => ({
    id: row.id,
    name: row.name,
    company: row.company,
    representative: row.representative,
    createdAt: row.created_at,
    hasOpenLink: row.has_open_link,
    linkIssuedAt: row.link_issued_at,
    linkEndsAt: row.token_expires_at,
    firstOpenedAt: row.accessed_at,
    revokedAt: row.revoked_at,
    sessions: row.sessions,
    openings: row.openings,
    notes: row.notes,
    sales: row.sales,
    trail: row.trail,
    counts: row.counts,
  }));
export type PersonCustomer = z.infer<typeof personCustomerSchema>;

const personRequestSchema = z
  .object({
    id: z.uuid(),
    created_at: instant,
    first_name: z.string(),
    last_name: z.string().nullable(),
    email: z.string(),
    company: z.string(),
    phone: z.string(),
    job_title: z.string(),
    job_role: z.string(),
    message: z.string(),
    source: z.string(),
    utm: z.record(z.string(), z.unknown()),
    referrer: z.string(),
    status: z.string(),
    staff_note: z.string(),
    assigned_to_name: z.string().nullable(),
    quarantined_at: instant.nullable(),
    consented_at: instant.nullable(),
    consent_withdrawn_at: instant.nullable(),
  })
  .transform((row) => ({
    id: row.id,
    createdAt: row.created_at,
    firstName: row.first_name,
    lastName: row.last_name ?? '',
    email: row.email,
    company: row.company,
    phone: row.phone,
    jobTitle: row.job_title,
    jobRole: row.job_role,
    message: row.message,
    source: row.source,
    utm: row.utm,
    referrer: row.referrer,
    status: row.status,
    staffNote: row.staff_note,
    assignedTo: row.assigned_to_name,
    quarantinedAt: row.quarantined_at,
    consentedAt: row.consented_at,
    consentWithdrawnAt: row.consent_withdrawn_at,
  }));
export type PersonRequest = z.infer<typeof personRequestSchema>;

const codeSchema = z
  .object({ created_at: instant, expires_at: instant, used_at: instant.nullable() })
  .transform((row) => ({ createdAt: row.created_at, expiresAt: row.expires_at, usedAt: row.used_at }));

const personRepSchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    created_at: instant,
    disabled_at: instant.nullable(),
    is_manager: z.boolean(),
    sales_ids: z.array(
      z
        .object({
          id: z.uuid(),
          created_at: instant,
          last_used_at: instant.nullable(),
          revoked_at: instant.nullable(),
        })
        .transform((row) => ({
          id: row.id,
          createdAt: row.created_at,
          lastUsedAt: row.last_used_at,
          revokedAt: row.revoked_at,
        })),
    ),
    manager_codes: z.array(codeSchema),
    sessions: z.array(sessionSchema),
    trail: trailSchema,
    counts,
  })
  .transform((row) => ({
    id: row.id,
    name: row.name,
    createdAt: row.created_at,
    disabledAt: row.disabled_at,
    isManager: row.is_manager,
    salesIds: row.sales_ids,
    managerCodes: row.manager_codes,
    sessions: row.sessions,
    trail: row.trail,
    counts: row.counts,
  }));
export type PersonRep = z.infer<typeof personRepSchema>;

/**
 * Text of someone else that contains the person's address or full name, at most 300 characters of it. For a
 * representative: the address that the account once had.
 */
const mentionSchema = z
  .object({
    kind: z.enum(['contact_request', 'customer_note', 'customer', 'code', 'representative']),
    id: z.uuid(),
    owner_email: z.string(),
    field: z.string(),
    text: z.string(),
    has_address: z.boolean(),
    has_name: z.boolean(),
  })
  .transform((row) => ({
    kind: row.kind,
    id: row.id,
    ownerEmail: row.owner_email,
    field: row.field,
    text: row.text,
    hasAddress: row.has_address,
    hasName: row.has_name,
  }));
export type PersonMention = z.infer<typeof mentionSchema>;

const mentionsSchema = z
  .object({
    count: z.number().int().nonnegative(),
    by_name_count: z.number().int().nonnegative(),
    /** Missing: an older database answered. */
    name_count: z.number().int().nonnegative().optional(),
    texts: z.array(mentionSchema),
  })
  .transform(({ count, by_name_count, name_count, texts }) => ({
    count,
    /** Texts that contain the name without the address. */
    byNameCount: by_name_count,
    /** Texts that contain the name, with or without the address. */
    nameCount: name_count ?? texts.filter(({ hasName }) => hasName).length,
    texts,
  }));

/** Answer to `mentions`: at most 200 further texts. The counts are of all texts. */
export const mentionedPersonSchema = z.object({ mentions: mentionsSchema });

/** All stored data about an address, without secrets and their hashes. Lists hold the newest entries. */
export const openedPersonSchema = z
  .object({
    person: z.object({
      email: z.string(),
      customer: personCustomerSchema.nullable(),
      representative: personRepSchema.nullable(),
      contact_requests: z.array(personRequestSchema),
      codes: z.array(codeSchema),
    }),
    mentions: mentionsSchema,
    now: instant,
  })
  .transform(({ person, mentions, now }) => ({
    email: person.email,
    customer: person.customer,
    representative: person.representative,
    requests: person.contact_requests,
    codes: person.codes,
    mentions,
    now,
  }));
export type OpenedPerson = z.infer<typeof openedPersonSchema>;

export const toldRetentionSchema = z.object({ retention: retentionSchema });
