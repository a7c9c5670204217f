import { type Api, ask } from '@corvane/shared/contracts/backend/ask';
import { upkeepSchema } from '@corvane/shared/contracts/backend/operations/upkeep';
import { queryOptions } from '@tanstack/react-query';
import { REFRESH_MS } from '../../ui/tables/pages-query.ts';

/** What the doctor found when it last looked at the site. */
export function upkeepQuery(api: Api) {
  return queryOptions({
    queryKey: ['upkeep'],
    queryFn: ({ signal }) => ask(api, 'get_upkeep', {}, upkeepSchema, { signal }),
    refetchInterval: REFRESH_MS,
    staleTime: 0,
  });
}
