import { type Api, ask } from '@corvane/shared/contracts/backend/ask';
import { repTodaySchema } from '@corvane/shared/contracts/backend/representatives/rep-today';
import { queryOptions } from '@tanstack/react-query';
import { WAITING_KEY } from '../../app/session-query-client.ts';
import { REFRESH_MS } from '../../ui/tables/pages-query.ts';

/** What is new for the representative, and what waits for them. */
export function repTodayQuery(api: Api) {
  return queryOptions({
    queryKey: [...WAITING_KEY, 'own'],
    queryFn: async ({ signal }) => await ask(api, 'get_rep_today', {}, repTodaySchema, { signal }),
    refetchInterval: REFRESH_MS,
  });
}
