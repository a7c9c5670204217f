import { type Api, ask } from '@corvane/shared/contracts/backend/ask';
import {
  endOwnSessionsResponseSchema,
  repSessionsSchema,
} from '@corvane/shared/contracts/backend/representatives/rep-account';
import { queryOptions } from '@tanstack/react-query';

export const SESSIONS_KEY = ['account', 'sessions'] as const;

/** The most rows that the server returns. A session lasts some hours, so the list contains all live ones. */
const LISTED_SESSIONS = 100;

/** The rep's live sessions, newest first. */
export function liveSessionsQuery(api: Api) {
  return queryOptions({
    queryKey: SESSIONS_KEY,
    queryFn: async ({ signal }) => {
      const args = { page_size: LISTED_SESSIONS };
      const listed = await ask(api, 'get_sales_sessions', args, repSessionsSchema, { signal });
      return listed.filter(({ endedAt }) => endedAt === null);
    },
    staleTime: 0,
  });
}

/** @param sessionId one other session of the rep, or null for all others. @returns how many sessions ended */
export async function endSessions(api: Api, sessionId: string | null): Promise<number> {
  return (await ask(api, 'end-own-sessions', { sessionId }, endOwnSessionsResponseSchema)).endedCount;
}
