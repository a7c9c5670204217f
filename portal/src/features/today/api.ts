import { type Api, ask } from '@corvane/shared/contracts/backend/ask';
import {
  linksEndingPageSchema,
  operationsTodaySchema,
} from '@corvane/shared/contracts/backend/operations/operations-today';
import { queryOptions } from '@tanstack/react-query';
import { WAITING_KEY } from '../../app/session-query-client.ts';
import { pagesQuery, REFRESH_MS } from '../../ui/tables/pages-query.ts';

const PAGE_SIZE = 50;

const todayKey = (...of: readonly unknown[]) => [...WAITING_KEY, 'operations', ...of] as const;

/** The numbers of items that need attention. */
export function todayQuery(api: Api) {
  return queryOptions({
    queryKey: todayKey('figures'),
    queryFn: async ({ signal }) =>
      await ask(api, 'get_operations_today', {}, operationsTodaySchema, { signal }),
    refetchInterval: REFRESH_MS,
    staleTime: 0,
  });
}

/** The links that end today, soonest first, one page at a time. */
export function linksEndingQuery(api: Api) {
  return pagesQuery(todayKey('links'), async (after, signal) => {
    const args = { page_size: PAGE_SIZE, after };
    return await ask(api, 'get_links_ending_today', args, linksEndingPageSchema, { signal });
  });
}
