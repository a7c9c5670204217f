import {
  repSessionsSchema,
  repSettingsSchema,
} from '@corvane/shared/contracts/backend/representatives/rep-account';
import type { ApiClient } from '@corvane/shared/contracts/remote/host-services';
import { queryOptions } from '@tanstack/react-query';

export const accountKeys = {
  sessions: (repId: string) => ['account', repId, 'sessions'] as const,
  settings: (repId: string) => ['account', repId, 'settings'] as const,
};

/** The most rows that the server returns. A session lasts some hours, so the list contains all live ones. */
const LISTED_SESSIONS = 100;

/** The rep's live sessions, newest first. */
export function liveSessionsQuery(api: ApiClient, repId: string) {
  return queryOptions({
    queryKey: accountKeys.sessions(repId),
    queryFn: async ({ signal }) => {
      const listed = await api.rpc('get_sales_sessions', { page_size: LISTED_SESSIONS }, { signal });
      return repSessionsSchema
        .parse(listed)
        .filter(({ endedAt, expiresAt }) => endedAt === null && Date.parse(expiresAt) > Date.now());
    },
    staleTime: 0,
  });
}

export function repSettingsQuery(api: ApiClient, repId: string) {
  return queryOptions({
    queryKey: accountKeys.settings(repId),
    queryFn: async ({ signal }) => repSettingsSchema.parse(await api.rpc('get_rep_settings', {}, { signal })),
  });
}
