import { type Api, ask } from '@corvane/shared/contracts/backend/ask';
import {
  type AssignedContactRequests,
  assignedContactRequestsSchema,
} from '@corvane/shared/contracts/backend/contact/contact-request-list';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { type Timed, timed } from '../../../lib/timed.ts';
import { REFRESH_MS, REQUESTS_PAGE_SIZE, requestKeys } from '../request-keys.ts';

/** The requests that are assigned to the rep, open ones first, one page at a time. */
export function assignedRequestsQuery(api: Api, repId: string) {
  return infiniteQueryOptions({
    queryKey: requestKeys.part(repId, 'assigned'),
    initialPageParam: null as string | null,
    queryFn: async ({ signal, pageParam }): Promise<Timed<AssignedContactRequests>> => {
      const args = { page_size: REQUESTS_PAGE_SIZE, after: pageParam };
      return timed(
        await ask(api, 'get_assigned_contact_requests', args, assignedContactRequestsSchema, { signal }),
      );
    },
    getNextPageParam: ({ hasMore, nextAfter }) => (hasMore ? nextAfter : null),
    refetchInterval: REFRESH_MS,
  });
}
