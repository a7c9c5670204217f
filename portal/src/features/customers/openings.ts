import { type Api, ask } from '@corvane/shared/contracts/backend/ask';
import {
  type CustomerOpenings,
  customerOpeningsSchema,
} from '@corvane/shared/contracts/backend/customers/customers';
import { type QueryClient, queryOptions } from '@tanstack/react-query';

/** Begins the key of everything about customers. The first view needs no other. */
export const ALL_CUSTOMERS = ['customers'] as const;

const EVERY_MS = 4_000;
const SLOWEST_MS = 60_000;
/** How many announced openings to remember. One answer contains at most 50. */
const REMEMBERED = 200;

interface OpeningsSeen {
  /** Openings that were not in an earlier answer. */
  fresh: CustomerOpenings['openings'];
  nextSince: string;
  seenIds: readonly string[];
}

/** Links opened since the last answer. It pauses while hidden, and waits longer after each failure. */
export function customerOpeningsQuery(api: Api, queries: QueryClient) {
  const queryKey = ['customer-openings'];
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<OpeningsSeen> => {
      const before = queries.getQueryData<OpeningsSeen>(queryKey);
      const args = { since: before?.nextSince ?? null };
      const answer = await ask(api, 'get_customer_openings', args, customerOpeningsSchema, { signal });
      const seen = new Set(before?.seenIds);
      const fresh = answer.openings.filter(({ id }) => !seen.has(id));
      const seenIds = [...fresh.map(({ id }) => id), ...seen].slice(0, REMEMBERED);
      return { fresh, nextSince: answer.nextSince, seenIds };
    },
    refetchInterval: EVERY_MS,
    staleTime: 0,
    retry: true,
    retryDelay: openingsRetryDelayMs,
  });
}

/** @param failures failures in a row so far, from 0 for the first */
export function openingsRetryDelayMs(failures: number): number {
  return Math.min(EVERY_MS * 2 ** (failures + 1), SLOWEST_MS);
}
