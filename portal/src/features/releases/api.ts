import { type Api, ask } from '@corvane/shared/contracts/backend/ask';
import { releaseFiguresSchema } from '@corvane/shared/contracts/backend/operations/release-figures';
import {
  HISTORY_FILE,
  type ReleaseHistory,
  releaseHistorySchema,
} from '@corvane/shared/contracts/release-history';
import { ApiError } from '@corvane/shared/contracts/remote/api-error';
import { queryOptions } from '@tanstack/react-query';
import { REFRESH_MS } from '../../ui/tables/pages-query.ts';

const releasesKey = (of: string) => ['releases', of] as const;

/** What is live, and what was changed, as the site itself says. null if its release tool kept no history yet. */
export function historyQuery() {
  return queryOptions({
    queryKey: releasesKey('history'),
    queryFn: async ({ signal }): Promise<ReleaseHistory | null> => {
      const response = await fetch(`/${HISTORY_FILE}`, { signal }).catch(() => {
        throw new ApiError('network', 'The site did not answer');
      });
      if (response.status === 404) return null;
      if (!response.ok) throw new ApiError('unavailable', `The site answered ${response.status}`);
      return releaseHistorySchema.parse(await response.json());
    },
    refetchInterval: REFRESH_MS,
    staleTime: 0,
  });
}

/** What browsers saw of each version. */
export function releaseFiguresQuery(api: Api) {
  return queryOptions({
    queryKey: releasesKey('figures'),
    queryFn: async ({ signal }) =>
      await ask(api, 'get_release_figures', {}, releaseFiguresSchema, { signal }),
    refetchInterval: REFRESH_MS,
    staleTime: 0,
  });
}
