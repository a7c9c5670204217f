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
  lastName: z.string().nullable(),
  email: z.string(),
  company: z.string(),
  ...byName(() => z.string().default('')),
  /** With line breaks, after the plan's marker when there is one. */
  message: z.string(),
  form: z.enum(CONTACT_FORMS),
  /** What led to the form, such as `pricing`. */
  source: z.string(),
  /** The plan that the visitor came from. Empty if there is none. */
  planName: z.string(),
  billing: chosenBillingSchema.default(''),
  /** Campaign parameters of the first visit, without their `utm_` prefix. */
  utm: z.record(z.string(), z.string()),
  /** Address of the page that led to the first visit. Empty if unknown. */
  referrer: z.string(),
  status: z.enum(CONTACT_REQUEST_STATUSES),
  statusChangedAt: instant.nullable(),
  /** By when a new request needs its first answer. From then on it is overdue. null: nothing is due. */
  answerDueAt: instant.nullable().default(null),
  /** When work on it began: the first `in_progress` or `done`. null: not yet, or not recorded. */
  firstAnsweredAt: instant.nullable().default(null),
  /** With line breaks. Empty if there is none. Everyone who works on the request reads it, the visitor never. */
  staffNote: z.string(),
  /** Pass it back with a change. It grows with each change. */
  version: z.number().int().positive(),
  assignedTo: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  /** The customer of that representative with this address. null: none. */
  customerId: z.uuid().nullable().default(null),
  /** null: not in quarantine. */
  quarantinedAt: instant.nullable(),
  /** When the team's mail was accepted. null: not sent. */
  notifiedAt: instant.nullable(),
  /** null: the person agreed to being contacted and has not withdrawn it, or was never asked. */
  consentWithdrawnAt: instant.nullable(),
  createdAt: instant,
});
export type ListedContactRequest = z.infer<typeof listedContactRequestSchema>;

/**
 * Argument `filter` of `get_contact_requests`. null, empty or missing means no restriction, except for `quarantined`.
 * Unknown fields are refused.
 */
export const contactRequestsFilterSchema = z.strictObject({
  statuses: z.array(z.enum(CONTACT_REQUEST_STATUSES)).nullish(),
  /** `none`: not assigned. `any`: assigned. Otherwise the id of a representative. */
  assigned: z.union([z.literal('none'), z.literal('any'), z.uuid()]).nullish(),
  /** Part of the name, address, company or phone. Case does not matter. */
  search: z.string().max(SEARCH_MAX).nullish(),
  source: z.string().max(100).nullish(),
  project_type: z.enum(CONTACT_FORMS).nullish(),
  /** `utm.campaign` of the first visit, exact. */
  campaign: z.string().max(200).nullish(),
  /** `referrer`, exact. */
  page: z.string().max(2_000).nullish(),
  /** Calendar days (UTC, YYYY-MM-DD) on which the request was sent, the last one included. */
  from: z.iso.date().nullish(),
  to: z.iso.date().nullish(),
  /** true: only requests in quarantine. Otherwise only requests outside it. */
  quarantined: z.boolean().nullish(),
  /** The request with this id, in quarantine or not. */
  request_id: z.uuid().nullish(),
  /** true: only requests whose mail to the team failed. */
  unsent: z.boolean().nullish(),
  /** true: only requests whose first answer is overdue. */
  overdue: z.boolean().nullish(),
});
export type ContactRequestsFilter = z.input<typeof contactRequestsFilterSchema>;

/** Argument `direction` of `get_contact_requests`: the order by sending time. By default `desc`, newest first. */
export const contactRequestsDirectionSchema = z.enum(SORT_DIRECTIONS);

const pageSchema = pageOf(listedContactRequestSchema).extend({
  /** The server's clock: tell ages from this, not from the browser's. */
  now: instant,
});

const count = z.number().int().nonnegative();

/**
 * Answer of procedure `get_contact_requests(filter, direction, page_size, after)`, for managers: keyset-paged.
 * `page_size`: 1 to 100, by default 25. `after`: `nextAfter` of the page before, with the same direction.
 * `export-list` hands out larger pages.
 */
export const contactRequestsPageSchema = pageSchema.extend({
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
export const assignedContactRequestsSchema = pageSchema.extend({
  /** How many of theirs are new or in progress, on all pages. */
  openCount: count,
  /** How many of theirs are overdue, on all pages. */
  overdueCount: count.default(0),
});
export type AssignedContactRequests = z.infer<typeof assignedContactRequestsSchema>;

/** Answer of procedure `get_reps_for_assignment()`, for managers: all enabled representatives, by name. */
export const repsForAssignmentSchema = z.array(
  z.object({ id: z.uuid(), name: z.string(), email: z.string() }),
);
export type RepForAssignment = z.infer<typeof repsForAssignmentSchema>[number];
