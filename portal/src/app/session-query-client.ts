import { isApiError } from '@corvane/shared/contracts/remote/api-error';
import { QueryCache, QueryClient } from '@tanstack/react-query';

/** Asked again once by itself; after that the person decides, so that an error shows within seconds. */
const AUTOMATIC_RETRIES = 1;
const RETRY_DELAY_MS = 500;
const STALE_AFTER_MS = 30_000;

let current: { sessionId: string; client: QueryClient } | null = null;

/**
 * The remote's one cache. It outlives the page, so that coming back shows figures at once, but never the session:
 * for another session, what the one before it left is dropped first.
 */
export function queryClientForSession(sessionId: string): QueryClient {
  if (current?.sessionId === sessionId) return current.client;
  current?.client.clear();
  current = { sessionId, client: createQueryClient() };
  return current.client;
}

/** Drops every figure of the session that has just ended. */
export function forgetSessionQueries(): void {
  current?.client.clear();
  current = null;
}

function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      // The host logs calls that fail. An answer that makes no sense is known here alone; what it says stays out.
      onError(error, { queryKey }) {
        if (!isApiError(error))
          console.warn(`The answer for ${queryKey[0]} ${queryKey[2]} is invalid: ${error.name}`);
      },
    }),
    defaultOptions: {
      queries: {
        // Offline must end in an error with a retry, not in a skeleton that waits for ever.
        networkMode: 'always',
        staleTime: STALE_AFTER_MS,
        retry: (failures, error) => failures < AUTOMATIC_RETRIES && mayHelpToAskAgain(error),
        retryDelay: RETRY_DELAY_MS,
      },
      mutations: { networkMode: 'always' },
    },
  });
}

/** A refusal or an answer that makes no sense stays what it is; only a server out of reach may come back. */
export function mayHelpToAskAgain(error: unknown): boolean {
  return isApiError(error) && (error.code === 'network' || error.code === 'unavailable');
}
