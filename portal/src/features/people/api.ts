import { type Api, ask } from '@corvane/shared/contracts/backend/ask';
import {
  foundPeopleSchema,
  mentionedPersonSchema,
  type OpenedPerson,
  openedPersonSchema,
  PEOPLE_SEARCH,
  toldRetentionSchema,
} from '@corvane/shared/contracts/backend/people/people';
import {
  correctedPersonSchema,
  type ErasureStep,
  erasedPersonSchema,
  eraseInSteps,
  exportedPersonSchema,
  exportInPages,
  type PersonCorrection,
  withdrawnConsentSchema,
} from '@corvane/shared/contracts/backend/people/person-change';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { managedFailureWords } from '../../lib/failure-words.ts';

/** Cache keys of all data about people. They contain email addresses, but only in memory. */
export const peopleKeys = {
  all: ['people'] as const,
};

/** A term that is long enough to search for. */
export function isSearchable(search: string): boolean {
  return [...search.trim()].length >= PEOPLE_SEARCH.least;
}

/** Finds people by part of an address or name. The text travels in a body, so no URL and no log contains it. */
export function peopleQuery(api: Api, search: string) {
  return queryOptions({
    queryKey: [...peopleKeys.all, 'found', search],
    queryFn: async ({ signal }) =>
      (await ask(api, 'read-people', { action: 'find', search }, foundPeopleSchema, { signal })).people,
    enabled: isSearchable(search),
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
}

/** All stored data about one address. */
export function personQuery(api: Api, email: string) {
  return queryOptions({
    queryKey: [...peopleKeys.all, 'one', email],
    queryFn: async ({ signal }) =>
      await ask(api, 'read-people', { action: 'open', email }, openedPersonSchema, { signal }),
    gcTime: 0,
  });
}

/** Texts of others that mention a person: those that came with the person, then more of them on demand. */
export function mentionsQuery(api: Api, { email, mentions }: OpenedPerson) {
  return infiniteQueryOptions({
    queryKey: [...peopleKeys.all, 'mentions', email, mentions],
    queryFn: async ({ pageParam: after, signal }) => {
      const body = { action: 'mentions', email, after } as const;
      return (await ask(api, 'read-people', body, mentionedPersonSchema, { signal })).mentions;
    },
    initialData: { pages: [mentions], pageParams: [''] },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** How long each kind of data is kept, and the last run of the job. */
export function retentionQuery(api: Api) {
  return queryOptions({
    queryKey: [...peopleKeys.all, 'retention'],
    queryFn: async ({ signal }) =>
      (await ask(api, 'read-people', { action: 'retention' }, toldRetentionSchema, { signal })).retention,
  });
}

/** All stored data, for a file. The audit trail records who exported it. */
export async function exportPerson(api: Api, email: string) {
  return exportInPages((after) =>
    ask(api, 'change-person', { action: 'export', email, after }, exportedPersonSchema),
  );
}

/** Writes only if the texts have not changed meanwhile. The answer contains the stored ones. */
export async function correctPerson(api: Api, correction: PersonCorrection) {
  return ask(api, 'change-person', { action: 'correct', correction }, correctedPersonSchema);
}

/** @returns the number of contact requests */
export async function withdrawConsent(api: Api, email: string): Promise<number> {
  return (await ask(api, 'change-person', { action: 'withdraw_consent', email }, withdrawnConsentSchema))
    .requests;
}

/**
 * @param erasureId the same for a repeated erasure, which then gets the result of the first
 * @param onStep hears how far it is, if others wrote about the person in many texts
 */
export async function erasePerson(
  api: Api,
  erasure: { email: string; takesNames: boolean; erasureId: string },
  onStep: (step: ErasureStep) => void,
) {
  const body = { action: 'erase', ...erasure } as const;
  return eraseInSteps(() => ask(api, 'change-person', body, erasedPersonSchema), onStep);
}

/** Why a change failed, and what to do about it. */
export function personFailureWords(error: unknown): string {
  return managedFailureWords(
    error,
    'Nothing is stored about this any more. Someone else may have erased it.',
  );
}
