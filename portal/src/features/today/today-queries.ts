import { type Api, ask } from '@corvane/shared/contracts/backend/ask';
import {
  linksEndingPageSchema,
  operationsTodaySchema,
} from '@corvane/shared/contracts/backend/operations/operations-today';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { timed } from '../../lib/timed.ts';

/** Other people work at the same time, so the visible tab reloads at this interval. */
const REFRESH_MS = 60_000;
const PAGE_SIZE = 50;

const todayKey = (repId: string, ...of: readonly unknown[]) => ['operations-today', repId, ...of] as const;

/** The numbers of items that need attention. */
export function todayQuery(api: Api, repId: string) {
  return queryOptions({
    queryKey: todayKey(repId, 'figures'),
    queryFn: async ({ signal }) =>
      timed(await ask(api, 'get_operations_today', {}, operationsTodaySchema, { signal })),
    refetchInterval: REFRESH_MS,
    staleTime: 0,
  });
}

/** The links that end today, soonest first, one page at a time. */
export function linksEndingQuery(api: Api, repId: string) {
  return infiniteQueryOptions({
    queryKey: todayKey(repId, 'links'),
    initialPageParam: null as string | null,
    queryFn: async ({ signal, pageParam }) => {
      const args = { page_size: PAGE_SIZE, after: pageParam };
      return timed(await ask(api, 'get_links_ending_today', args, linksEndingPageSchema, { signal }));
    },
    getNextPageParam: ({ hasMore, nextAfter }) => (hasMore ? nextAfter : null),
    refetchInterval: REFRESH_MS,
  });
}
