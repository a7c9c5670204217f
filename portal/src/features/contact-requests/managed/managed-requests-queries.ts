import { type Api, ask } from '@corvane/shared/contracts/backend/ask';
import {
  type ContactRequestsFilter,
  type ContactRequestsPage,
  contactRequestChoicesSchema,
  contactRequestsPageSchema,
  type ListedContactRequest,
  repsForAssignmentSchema,
} from '@corvane/shared/contracts/backend/contact/contact-request-list';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type Timed, timed } from '../../../lib/timed.ts';
import { exportedPages } from '../../../ui/tables/exported-pages.ts';
import { REFRESH_MS, REQUESTS_PAGE_SIZE, requestKeys } from '../request-keys.ts';
import { filterOf, type RequestsView } from './managed-requests-view.ts';

interface PageRequest {
  filter: ContactRequestsFilter;
  direction: RequestsView['direction'];
  page_size: number;
  after: string | null;
}

async function fetchPage(
  api: Api,
  args: PageRequest,
  signal: AbortSignal,
): Promise<Timed<ContactRequestsPage>> {
  return timed(await ask(api, 'get_contact_requests', args, contactRequestsPageSchema, { signal }));
}

/** All requests of the view, one page at a time. */
export function managedRequestsQuery(api: Api, repId: string, view: RequestsView) {
  return infiniteQueryOptions({
    queryKey: requestKeys.part(repId, 'pages', view),
    initialPageParam: null as string | null,
    queryFn: ({ signal, pageParam }) =>
      fetchPage(
        api,
        {
          filter: filterOf(view),
          direction: view.direction,
          page_size: REQUESTS_PAGE_SIZE,
          after: pageParam,
        },
        signal,
      ),
    getNextPageParam: ({ hasMore, nextAfter }) => (hasMore ? nextAfter : null),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
}

/** One request by id, whether the list contains it or not. @returns null data when there is none */
export function managedRequestQuery(api: Api, repId: string, requestId: string) {
  return queryOptions({
    queryKey: requestKeys.part(repId, 'one', requestId),
    queryFn: async ({ signal }) => {
      const args = {
        filter: { request_id: requestId },
        direction: 'desc',
        page_size: 1,
        after: null,
      } as const;
      const { rows, clockAheadMs } = await fetchPage(api, args, signal);
      const [request] = rows;
      return request === undefined ? null : { request, clockAheadMs };
    },
    refetchInterval: REFRESH_MS,
    gcTime: 0,
  });
}

/** Every request of the view, in its order, for a file. The audit trail records each export. */
export function exportedRequests(
  api: Api,
  view: RequestsView,
  signal: AbortSignal,
): AsyncGenerator<ListedContactRequest[]> {
  const list = { list: 'contact_requests', filter: filterOf(view), direction: view.direction } as const;
  return exportedPages(api, list, contactRequestsPageSchema, signal);
}

/** The choices in the filters. */
export function requestChoicesQuery(api: Api, repId: string) {
  return queryOptions({
    queryKey: requestKeys.part(repId, 'choices'),
    queryFn: ({ signal }) =>
      ask(api, 'get_contact_request_choices', {}, contactRequestChoicesSchema, { signal }),
  });
}

/** The representatives to whom a request can be assigned. */
export function repsForAssignmentQuery(api: Api, repId: string) {
  return queryOptions({
    queryKey: requestKeys.part(repId, 'reps'),
    queryFn: ({ signal }) => ask(api, 'get_reps_for_assignment', {}, repsForAssignmentSchema, { signal }),
  });
}
