import {
  type AssignedContactRequests,
  assignedContactRequestsSchema,
} from '@corvane/shared/contracts/backend/contact/contact-request-list';
import type { ApiClient } from '@corvane/shared/contracts/remote/host-services';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { type Timed, timed } from '../../../lib/timed.ts';
import { REFRESH_MS, REQUESTS_PAGE_SIZE, requestKeys } from '../request-keys.ts';

/** The requests that are assigned to the rep, open ones first, one page at a time. */
export function assignedRequestsQuery(api: ApiClient, repId: string) {
  return infiniteQueryOptions({
    queryKey: requestKeys.part(repId, 'assigned'),
    initialPageParam: null as string | null,
    queryFn: async ({ signal, pageParam }): Promise<Timed<AssignedContactRequests>> => {
      const args = { page_size: REQUESTS_PAGE_SIZE, after: pageParam };
      return timed(
        assignedContactRequestsSchema.parse(await api.rpc('get_assigned_contact_requests', args, { signal })),
      );
    },
    getNextPageParam: ({ hasMore, nextAfter }) => (hasMore ? nextAfter : null),
    refetchInterval: REFRESH_MS,
  });
}
