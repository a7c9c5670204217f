import {
  foundPeopleSchema,
  mentionedPersonSchema,
  type OpenedPerson,
  openedPersonSchema,
  PEOPLE_SEARCH,
  toldRetentionSchema,
} from '@corvane/shared/contracts/backend/people/people';
import type { ApiClient } from '@corvane/shared/contracts/remote/host-services';
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
export function peopleQuery(api: ApiClient, repId: string, search: string) {
  return queryOptions({
    queryKey: [...peopleKeys.all(repId), 'found', search],
    queryFn: async ({ signal }) =>
      foundPeopleSchema.parse(await api.invoke('read-people', { action: 'find', search }, { signal })).people,
    enabled: isSearchable(search),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}

/** All stored data about one address. */
export function personQuery(api: ApiClient, repId: string, email: string) {
  return queryOptions({
    queryKey: [...peopleKeys.all(repId), 'one', email],
    queryFn: async ({ signal }) =>
      timed(openedPersonSchema.parse(await api.invoke('read-people', { action: 'open', email }, { signal }))),
    gcTime: 0,
  });
}

/** Texts of others that mention a person: those that came with the person, then more of them on demand. */
export function mentionsQuery(api: ApiClient, repId: string, { email, mentions }: OpenedPerson) {
  const { texts } = mentions;
  return infiniteQueryOptions({
    queryKey: [...peopleKeys.all(repId), 'mentions', email, mentions],
    queryFn: async ({ pageParam: skipped, signal }) =>
      mentionedPersonSchema.parse(
        await api.invoke('read-people', { action: 'mentions', email, skipped }, { signal }),
      ).mentions.texts,
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
export function retentionQuery(api: ApiClient, repId: string) {
  return queryOptions({
    queryKey: [...peopleKeys.all(repId), 'retention'],
    queryFn: async ({ signal }) =>
      toldRetentionSchema.parse(await api.invoke('read-people', { action: 'retention' }, { signal }))
        .retention,
  });
}
