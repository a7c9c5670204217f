import { isApiError } from '@corvane/shared/contracts/remote/api-error';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { logInvalidAnswer } from '../lib/log-invalid-answer.ts';
import { forgetWithSession } from './session-memory.ts';

/** One automatic retry. After that the person decides, so an error shows within seconds. */
const AUTOMATIC_RETRIES = 1;
const RETRY_DELAY_MS = 500;
const STALE_AFTER_MS = 30_000;

/** Begins the cache keys of what waits for a person. Each change through a dialog may alter it. */
export const WAITING_KEY = ['waiting'] as const;

let current: { sessionId: string; client: QueryClient } | null = null;

/**
 * The remote's only cache. It outlives the page, so figures appear at once when the person returns. It never outlives
 * the session: a new session first drops the data of the old one.
 */
export function queryClientForSession(sessionId: string): QueryClient {
  if (current?.sessionId === sessionId) return current.client;
  current?.client.clear();
  current = { sessionId, client: createQueryClient() };
  return current.client;
}

export function forgetSessionQueries(kept: string | null = null): void {
  if (current?.sessionId === kept) return;
  current?.client.clear();
  current = null;
}
forgetWithSession(forgetSessionQueries);

function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => logInvalidAnswer(nameOf(queryKey), error),
    }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, { options }) =>
        logInvalidAnswer(nameOf(options.mutationKey), error),
    }),
    defaultOptions: {
      queries: {
        // An offline call must end in an error with a retry, not in a skeleton that stays forever.
        networkMode: 'always',
        staleTime: STALE_AFTER_MS,
        retry: (failures, error) => failures < AUTOMATIC_RETRIES && mayHelpToAskAgain(error),
        retryDelay: RETRY_DELAY_MS,
      },
      mutations: { networkMode: 'always' },
    },
  });
}

/** The key's subject and kind. The other parts may identify people or contain typed text. */
function nameOf(key: readonly unknown[] = ['a', 'change']): string {
  return key.slice(0, 2).join(' ');
}

/** A refusal or an invalid answer would not change. Only a call to an unreachable server may succeed later. */
export function mayHelpToAskAgain(error: unknown): boolean {
  return isApiError(error) && (error.code === 'network' || error.code === 'unavailable');
}
