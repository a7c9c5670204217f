import { manyLines } from '../../../lib/plain-text.ts';
import { z } from '../../../lib/zod.ts';
import { atMost } from '../at-most.ts';
import { instant } from '../instant.ts';
import { CONTACT_REQUEST_STATUSES, listedContactRequestSchema } from './contact-request-list.ts';

/** Longest note on a request, in UTF-16 code units. The database has the same limit, in characters. */
export const STAFF_NOTE_MAX = 4_000;

/** Most requests that one call changes. */
export const REQUESTS_CHANGE_MAX = 100;

const changeSchema = z.strictObject({
  status: z.optional(z.enum(CONTACT_REQUEST_STATUSES)),
  /** Id of an enabled representative. Null: not assigned. Only for managers. */
  assignedTo: z.optional(z.nullable(z.uuid().check(z.toLowerCase()))),
  /** Plain text with line breaks. Empty if there is none. It replaces the whole note. */
  staffNote: z.optional(z.string().check(z.overwrite(manyLines), atMost(STAFF_NOTE_MAX))),
  /** Takes the request out of quarantine and mails the team, once. Only for managers. */
  release: z.optional(z.literal(true)),
});
const changesSomething = (change: object) => Object.values(change).some((value) => value !== undefined);
const NOTHING = 'Please change something';

/** At least one field. A missing field stays unchanged. */
export const contactRequestChangeSchema = changeSchema.check(z.refine(changesSomething, NOTHING));
export type ContactRequestChange = z.infer<typeof contactRequestChangeSchema>;

const version = z.int().check(z.positive(), z.lte(2_147_483_647));

/**
 * `change-contact-request`. A manager with a code changes any request. A representative changes
 * status and note of a request that is assigned to them. Other fields of it are `forbidden`, and other requests are
 * `not_found`. An unknown or disabled `assignedTo` is `invalid_request` with `fields['change.assignedTo']`. The call
 * may be repeated. The answer holds rows as `get_contact_requests` does.
 */
export const changeContactRequestRequestSchema = z.strictObject({
  requestId: z.uuid().check(z.toLowerCase()),
  /** `version` of the row that the change started from. */
  version,
  change: contactRequestChangeSchema,
});
export type ChangeContactRequestRequest = z.input<typeof changeContactRequestRequestSchema>;

/**
 * The latest change of a request, from the audit trail. `by`: null for an operator, or a person who was erased. It
 * contains no typed text: of a note it says only that it changed.
 */
const contactRequestLastChangeSchema = z.object({
  by: z.nullable(z.string()),
  occurredAt: instant,
  changes: z.array(
    z.discriminatedUnion('field', [
      z.object({
        field: z.literal('status'),
        before: z.enum(CONTACT_REQUEST_STATUSES),
        after: z.enum(CONTACT_REQUEST_STATUSES),
      }),
      /** Names. null: not assigned. */
      z.object({
        field: z.literal('assigned_to'),
        before: z.nullable(z.string()),
        after: z.nullable(z.string()),
      }),
      z.object({ field: z.literal('staff_note') }),
      z.object({ field: z.literal('quarantine') }),
    ]),
  ),
});
export type ContactRequestLastChange = z.infer<typeof contactRequestLastChangeSchema>;

/**
 * `conflict`: someone else changed the request first. Nothing was written. `request` is the stored row, and
 * `lastChange` the latest change.
 */
export const changeContactRequestResponseSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('saved'),
    request: listedContactRequestSchema,
    /** Only after a release from quarantine: whether the team was mailed, now or earlier. */
    notified: z.optional(z.boolean()),
  }),
  z.object({
    outcome: z.literal('conflict'),
    request: listedContactRequestSchema,
    lastChange: z.nullable(contactRequestLastChangeSchema),
  }),
]);
export type ChangeContactRequestResponse = z.infer<typeof changeContactRequestResponseSchema>;

/**
 * `change-contact-requests`: status or assignment of several at once, in one transaction. An unknown or disabled
 * `assignedTo` is `invalid_request` with `fields['change.assignedTo']`, and nothing was written. The call may be
 * repeated.
 */
export const changeContactRequestsRequestSchema = z.strictObject({
  changes: z
    .array(
      z.strictObject({
        requestId: z.uuid().check(z.toLowerCase()),
        version,
        change: z
          .pick(changeSchema, { status: true, assignedTo: true })
          .check(z.refine(changesSomething, NOTHING)),
      }),
    )
    .check(
      z.minLength(1),
      z.maxLength(REQUESTS_CHANGE_MAX, `Please choose at most ${REQUESTS_CHANGE_MAX} requests`),
      z.refine(
        (changes) => new Set(changes.map(({ requestId }) => requestId)).size === changes.length,
        'Please name each request once',
      ),
    ),
});
export type RequestsChange = z.input<typeof changeContactRequestsRequestSchema>['changes'][number];

/** One answer per request, in no particular order. Only the `saved` ones were changed. */
export const changeContactRequestsResponseSchema = z.object({
  answers: z.array(
    z.object({
      requestId: z.uuid(),
      outcome: z.enum(['saved', 'conflict', 'not_found']),
      /** The stored one. null: there is no such request. */
      version: z.nullable(version),
      lastChange: z.nullable(contactRequestLastChangeSchema),
    }),
  ),
});
export type ChangeContactRequestsResponse = z.infer<typeof changeContactRequestsResponseSchema>;
