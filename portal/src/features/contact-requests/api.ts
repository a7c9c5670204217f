import { type Api, ask } from '@corvane/shared/contracts/backend/ask';
import {
  type ChangeContactRequestRequest,
  type ChangeContactRequestResponse,
  type ContactRequestLastChange,
  changeContactRequestResponseSchema,
} from '@corvane/shared/contracts/backend/contact/contact-request-change';
import {
  type AssignedContactRequests,
  assignedContactRequestsSchema,
  type ContactRequestsFilter,
  type ContactRequestsPage,
  contactRequestChoicesSchema,
  contactRequestsPageSchema,
  repsForAssignmentSchema,
} from '@corvane/shared/contracts/backend/contact/contact-request-list';
import type { SortDirection } from '@corvane/shared/contracts/backend/sales/sales-table';
import { isApiError } from '@corvane/shared/contracts/remote/api-error';
import { queryOptions } from '@tanstack/react-query';
import { agoWords } from '../../lib/ago-words.ts';
import { failureWords, TOO_MANY } from '../../lib/failure-words.ts';
import { exportedPages } from '../../ui/tables/export-button.tsx';
import { pagesQuery, REFRESH_MS } from '../../ui/tables/pages-query.ts';
import { REQUESTS_PAGE_SIZE, requestKeys } from './request-keys.ts';
import type { RequestsSearch } from './search.ts';
import { REQUEST_STATUS_WORDS } from './words.tsx';

interface PageRequest {
  filter: ContactRequestsFilter;
  direction: SortDirection;
  page_size: number;
  after: string | null;
}

async function fetchPage(api: Api, args: PageRequest, signal: AbortSignal): Promise<ContactRequestsPage> {
  return await ask(api, 'get_contact_requests', args, contactRequestsPageSchema, { signal });
}

/** All requests of the search, one page at a time. */
export function managedRequestsQuery(api: Api, { direction, ...filter }: RequestsSearch) {
  return pagesQuery(requestKeys.part('pages', filter, direction), (after, signal) =>
    fetchPage(api, { filter, direction, page_size: REQUESTS_PAGE_SIZE, after }, signal),
  );
}

/** One request by id, whether the list contains it or not. @returns null data when there is none */
export function managedRequestQuery(api: Api, requestId: string) {
  return queryOptions({
    queryKey: requestKeys.part('one', requestId),
    queryFn: async ({ signal }) => {
      const args = {
        filter: { request_id: requestId },
        direction: 'desc',
        page_size: 1,
        after: null,
      } as const;
      const { rows } = await fetchPage(api, args, signal);
      return rows[0] ?? null;
    },
    refetchInterval: REFRESH_MS,
    gcTime: 0,
  });
}

/** Every request of the search, in its order, for a file. The audit trail records each export. */
export function exportedRequests(api: Api, { direction, ...filter }: RequestsSearch, signal: AbortSignal) {
  const list = { list: 'contact_requests', filter, direction } as const;
  return exportedPages(api, list, contactRequestsPageSchema, signal);
}

/** The choices in the filters. */
export function requestChoicesQuery(api: Api) {
  return queryOptions({
    queryKey: requestKeys.part('choices'),
    queryFn: ({ signal }) =>
      ask(api, 'get_contact_request_choices', {}, contactRequestChoicesSchema, { signal }),
  });
}

/** The representatives to whom a request can be assigned. */
export function repsForAssignmentQuery(api: Api) {
  return queryOptions({
    queryKey: requestKeys.part('reps'),
    queryFn: ({ signal }) => ask(api, 'get_reps_for_assignment', {}, repsForAssignmentSchema, { signal }),
  });
}

/** The requests that are assigned to the rep, open ones first, one page at a time. */
export function assignedRequestsQuery(api: Api) {
  return pagesQuery(requestKeys.part('assigned'), async (after, signal): Promise<AssignedContactRequests> => {
    const args = { page_size: REQUESTS_PAGE_SIZE, after };
    return ask(api, 'get_assigned_contact_requests', args, assignedContactRequestsSchema, { signal });
  });
}

/** Writes only if the request has not changed meanwhile. The answer contains the stored one. */
export async function changeRequest(
  api: Api,
  change: ChangeContactRequestRequest,
): Promise<ChangeContactRequestResponse> {
  return ask(api, 'change-contact-request', change, changeContactRequestResponseSchema);
}

/** Why a change failed, and what to do about it: the server's own words when it refuses the representative. */
export function changeFailureWords(error: unknown): string {
  const refused = isApiError(error) ? error.fields['change.assignedTo'] : undefined;
  if (refused !== undefined) return refused;
  return failureWords(error, {
    forbidden: 'You may not change this any more. Copy your note, then open the page again.',
    not_found: 'This request is no longer yours, or it no longer exists. Copy your note before you close it.',
    rate_limited: TOO_MANY,
  });
}

/**
 * The latest change with its author, as one sentence.
 * @param nowMs the server's time
 * @example 'Dana set this to Done 2 minutes ago.'
 */
export function lastChangeWords(change: ContactRequestLastChange | null, nowMs: number): string {
  if (change === null) return 'This request has changed since you opened it.';
  const what = change.changes.map(changeWords).join(' and ') || 'changed this';
  return `${change.by ?? 'An operator'} ${what} ${agoWords(nowMs - Date.parse(change.occurredAt))}.`;
}

function changeWords(change: ContactRequestLastChange['changes'][number]): string {
  switch (change.field) {
    case 'status':
      return `set this to ${REQUEST_STATUS_WORDS[change.after].label}`;
    case 'assigned_to':
      return change.after === null ? 'removed the assignment' : `assigned this to ${change.after}`;
    case 'staff_note':
      return 'changed the note';
    case 'quarantine':
      return 'released this';
  }
}
