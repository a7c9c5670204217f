import { z } from '../../../lib/zod.ts';
import { SEARCH_MAX } from '../browser-limits.ts';
import { instant } from '../instant.ts';
import { pageOf } from '../page-of.ts';
import { chosenBillingSchema } from '../prices/pricing.ts';
import { SORT_DIRECTIONS } from '../sales/sales-table.ts';
import { byName } from './contact-form.ts';

/** What became of a contact request. */
export const CONTACT_REQUEST_STATUSES = ['new', 'in_progress', 'done', 'spam'] as const;
export type ContactRequestStatus = (typeof CONTACT_REQUEST_STATUSES)[number];

/** The form that a request came from. */
export const CONTACT_FORMS = ['contact', 'demo'] as const;
export type ContactForm = (typeof CONTACT_FORMS)[number];

/** One contact request as staff see it. All texts are plain text: a visitor or a colleague typed them. */
export const listedContactRequestSchema = z.object({
  requestId: z.uuid(),
  firstName: z.string(),
  lastName: z.nullable(z.string()),
  email: z.string(),
  company: z.string(),
  ...byName(() => z._default(z.string(), '')),
  /** With line breaks, after the plan's marker when there is one. */
  message: z.string(),
  form: z.enum(CONTACT_FORMS),
  /** What led to the form, such as `pricing`. */
  source: z.string(),
  /** The plan that the visitor came from. Empty if there is none. */
  planName: z.string(),
  billing: z._default(chosenBillingSchema, ''),
  /** Campaign parameters of the first visit, without their `utm_` prefix. */
  utm: z.record(z.string(), z.string()),
  /** Address of the page that led to the first visit. Empty if unknown. */
  referrer: z.string(),
  status: z.enum(CONTACT_REQUEST_STATUSES),
  statusChangedAt: z.nullable(instant),
  /** By when a new request needs its first answer. From then on it is overdue. null: nothing is due. */
  answerDueAt: z._default(z.nullable(instant), null),
  /** When work on it began: the first `in_progress` or `done`. null: not yet, or not recorded. */
  firstAnsweredAt: z._default(z.nullable(instant), null),
  /** With line breaks. Empty if there is none. Everyone who works on the request reads it, the visitor never. */
  staffNote: z.string(),
  /** Pass it back with a change. It grows with each change. */
  version: z.int().check(z.positive()),
  assignedTo: z.nullable(z.object({ id: z.uuid(), name: z.string() })),
  /** The customer of that representative with this address. null: none. */
  customerId: z._default(z.nullable(z.uuid()), null),
  /** null: not in quarantine. */
  quarantinedAt: z.nullable(instant),
  /** When the team's mail was accepted. null: not sent. */
  notifiedAt: z.nullable(instant),
  /** null: the person agreed to being contacted and has not withdrawn it, or was never asked. */
  consentWithdrawnAt: z.nullable(instant),
  createdAt: instant,
});
export type ListedContactRequest = z.infer<typeof listedContactRequestSchema>;

/**
 * Argument `filter` of `get_contact_requests`. null, empty or missing means no restriction, except for `quarantined`.
 * Unknown fields are refused.
 */
export const contactRequestsFilterSchema = z.strictObject({
  statuses: z.nullish(z.array(z.enum(CONTACT_REQUEST_STATUSES))),
  /** `none`: not assigned. `any`: assigned. Otherwise the id of a representative. */
  assigned: z.nullish(z.union([z.literal('none'), z.literal('any'), z.uuid()])),
  /** Part of the name, address, company or phone. Case does not matter. */
  search: z.nullish(z.string().check(z.maxLength(SEARCH_MAX))),
  source: z.nullish(z.string().check(z.maxLength(100))),
  project_type: z.nullish(z.enum(CONTACT_FORMS)),
  /** `utm.campaign` of the first visit, exact. */
  campaign: z.nullish(z.string().check(z.maxLength(200))),
  /** `referrer`, exact. */
  page: z.nullish(z.string().check(z.maxLength(2_000))),
  /** Calendar days (UTC, YYYY-MM-DD) on which the request was sent, the last one included. */
  from: z.nullish(z.iso.date()),
  to: z.nullish(z.iso.date()),
  /** true: only requests in quarantine. Otherwise only requests outside it. */
  quarantined: z.nullish(z.boolean()),
  /** The request with this id, in quarantine or not. */
  request_id: z.nullish(z.uuid()),
  /** true: only requests whose mail to the team failed. */
  unsent: z.nullish(z.boolean()),
  /** true: only requests whose first answer is overdue. */
  overdue: z.nullish(z.boolean()),
});
export type ContactRequestsFilter = z.input<typeof contactRequestsFilterSchema>;

/** Argument `direction` of `get_contact_requests`: the order by sending time. By default `desc`, newest first. */
export const contactRequestsDirectionSchema = z.enum(SORT_DIRECTIONS);

const pageSchema = pageOf(listedContactRequestSchema, {
  /** The server's clock: tell ages from this, not from the browser's. */
  now: instant,
});

const count = z.int().check(z.nonnegative());

/**
 * Answer of procedure `get_contact_requests(filter, direction, page_size, after)`, for managers: keyset-paged.
 * `page_size`: 1 to 100, by default 25. `after`: `nextAfter` of the page before, with the same direction.
 * `export-list` hands out larger pages.
 */
export const contactRequestsPageSchema = z.extend(pageSchema, {
  /**
   * How many requests each list would have with the rest of the filter: one count per status for requests outside
   * quarantine, and one for quarantine.
   */
  counts: z.object({ new: count, in_progress: count, done: count, spam: count, quarantined: count }),
});
export type ContactRequestsPage = z.infer<typeof contactRequestsPageSchema>;

/**
 * Answer of procedure `get_contact_request_choices()`, for managers: values that stored requests have, for the filter.
 * At most 200 of each, by alphabet.
 */
export const contactRequestChoicesSchema = z.object({
  sources: z.array(z.string()),
  campaigns: z.array(z.string()),
  pages: z.array(z.string()),
});
export type ContactRequestChoices = z.infer<typeof contactRequestChoicesSchema>;

/**
 * Answer of procedure `get_assigned_contact_requests(page_size, after)`, for any representative: the requests that are
 * assigned to them, the open ones first, then by when they were sent, newest first.
 */
export const assignedContactRequestsSchema = z.extend(pageSchema, {
  /** How many of theirs are new or in progress, on all pages. */
  openCount: count,
  /** How many of theirs are overdue, on all pages. */
  overdueCount: z._default(count, 0),
});
export type AssignedContactRequests = z.infer<typeof assignedContactRequestsSchema>;

/** Answer of procedure `get_reps_for_assignment()`, for managers: all enabled representatives, by name. */
export const repsForAssignmentSchema = z.array(
  z.object({ id: z.uuid(), name: z.string(), email: z.string() }),
);
export type RepForAssignment = z.infer<typeof repsForAssignmentSchema>[number];
