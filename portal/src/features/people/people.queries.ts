import { type Api, ask } from '@corvane/shared/contracts/backend/ask';
import {
  foundPeopleSchema,
  mentionedPersonSchema,
  type OpenedPerson,
  openedPersonSchema,
  PEOPLE_SEARCH,
  toldRetentionSchema,
} from '@corvane/shared/contracts/backend/people/people';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { timed } from '../../lib/timed.ts';

/** Cache keys of all data about people. They contain email addresses, but only in memory. */
export const peopleKeys = {
  all: (repId: string) => ['people', repId] as const,
};

/** A term that is long enough to search for. */
export function isSearchable(search: string): boolean {
  return [...search.trim()].length >= PEOPLE_SEARCH.least;
}

/** Finds people by part of an address or name. The text travels in a body, so no URL and no log contains it. */
export function peopleQuery(api: Api, repId: string, search: string) {
  return queryOptions({
    queryKey: [...peopleKeys.all(repId), 'found', search],
    queryFn: async ({ signal }) =>
      (await ask(api, 'read-people', { action: 'find', search }, foundPeopleSchema, { signal })).people,
    enabled: isSearchable(search),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}

/** All stored data about one address. */
export function personQuery(api: Api, repId: string, email: string) {
  return queryOptions({
    queryKey: [...peopleKeys.all(repId), 'one', email],
    queryFn: async ({ signal }) =>
      timed(await ask(api, 'read-people', { action: 'open', email }, openedPersonSchema, { signal })),
    gcTime: 0,
  });
}

/** Texts of others that mention a person: those that came with the person, then more of them on demand. */
export function mentionsQuery(api: Api, repId: string, { email, mentions }: OpenedPerson) {
  const { texts } = mentions;
  return infiniteQueryOptions({
    queryKey: [...peopleKeys.all(repId), 'mentions', email, mentions],
    queryFn: async ({ pageParam: skipped, signal }) => {
      const body = { action: 'mentions', email, skipped } as const;
      return (await ask(api, 'read-people', body, mentionedPersonSchema, { signal })).mentions.texts;
    },
    initialData: { pages: [texts], pageParams: [0] },
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const listed = pages.flat().length;
      return last.length === 0 || listed >= mentions.count ? undefined : listed;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** How long each kind of data is kept, and the last run of the job. */
export function retentionQuery(api: Api, repId: string) {
  return queryOptions({
    queryKey: [...peopleKeys.all(repId), 'retention'],
    queryFn: async ({ signal }) =>
      (await ask(api, 'read-people', { action: 'retention' }, toldRetentionSchema, { signal })).retention,
  });
}
