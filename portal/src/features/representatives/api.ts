import { type Api, ask } from '@corvane/shared/contracts/backend/ask';
import { repsForAssignmentSchema } from '@corvane/shared/contracts/backend/contact/contact-request-list';
import {
  handoverChoicesSchema,
  handoversSchema,
} from '@corvane/shared/contracts/backend/representatives/handover';
import {
  type ChangeRepRequest,
  type ChangeRepResponse,
  changeRepResponseSchema,
} from '@corvane/shared/contracts/backend/representatives/rep-change';
import {
  managedSessionsSchema,
  type RepsFilter,
  repsPageSchema,
} from '@corvane/shared/contracts/backend/representatives/rep-list';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { managedFailureWords } from '../../lib/failure-words.ts';
import { pagesQuery, REFRESH_MS } from '../../ui/tables/pages-query.ts';
import type { RepsSearch } from './search.ts';

/** Cache keys of all data about representatives. The cache never contains a sales ID. */
export const repKeys = {
  all: ['representatives'] as const,
  part: (part: string, ...of: readonly unknown[]) => [...repKeys.all, part, ...of] as const,
};

const REPS_PAGE_SIZE = 25;

async function fetchPage(
  api: Api,
  args: { filter: RepsFilter; page_size: number; after: string | null },
  signal: AbortSignal,
) {
  return await ask(api, 'get_reps', args, repsPageSchema, { signal });
}

/** All representatives of the filter, one page at a time. */
export function repsQuery(api: Api, filter: RepsSearch) {
  return pagesQuery(repKeys.part('pages', filter), (after, signal) =>
    fetchPage(api, { filter, page_size: REPS_PAGE_SIZE, after }, signal),
  );
}

/** One representative by id, whether the list contains them or not. @returns null data when there is none */
export function repQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: repKeys.part('one', id),
    queryFn: async ({ signal }) => {
      const args = { filter: { sales_rep_id: id }, page_size: 1, after: null };
      const { rows } = await fetchPage(api, args, signal);
      return rows[0] ?? null;
    },
    refetchInterval: REFRESH_MS,
  });
}

/** Where a representative is signed in. */
export function repSessionsQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: repKeys.part('sessions', id),
    queryFn: ({ signal }) =>
      ask(api, 'get_rep_sessions', { sales_rep_id_param: id }, managedSessionsSchema, { signal }),
    staleTime: 0,
  });
}

/** The customers and requests that a representative can hand over. */
export function handoverChoicesQuery(api: Api, id: string, search: string) {
  return queryOptions({
    queryKey: repKeys.part('handover', id, search),
    queryFn: ({ signal }) => {
      const args = { sales_rep_id_param: id, search: search === '' ? null : search };
      return ask(api, 'get_handover_choices', args, handoverChoicesSchema, { signal });
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** The representatives who can receive customers and requests. */
export function receiversQuery(api: Api) {
  return queryOptions({
    queryKey: repKeys.part('receivers'),
    queryFn: ({ signal }) => ask(api, 'get_reps_for_assignment', {}, repsForAssignmentSchema, { signal }),
  });
}

/** The recent handovers. */
export function handoversQuery(api: Api) {
  return queryOptions({
    queryKey: repKeys.part('handovers'),
    queryFn: async ({ signal }) => await ask(api, 'get_handovers', {}, handoversSchema, { signal }),
    refetchInterval: REFRESH_MS,
  });
}

export const changeRep = (api: Api, wanted: ChangeRepRequest): Promise<ChangeRepResponse> =>
  ask(api, 'change-representative', wanted, changeRepResponseSchema);

export const REP_CHANGE = [...repKeys.all, 'change'];

/** Who saved first, as a sentence. */
export function repConflictWords({
  lastChange,
}: Extract<ChangeRepResponse, { outcome: 'conflict' }>): string {
  return lastChange === null
    ? 'This representative has changed since you opened this.'
    : `${lastChange.by ?? 'An operator'} changed this representative since you opened this.`;
}

/** Why a change failed, and what to do about it. */
export function repFailureWords(error: unknown): string {
  return managedFailureWords(error, 'This representative no longer exists.');
}
