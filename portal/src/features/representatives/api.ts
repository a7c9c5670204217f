import { type Api, ask } from '@corvane/shared/contracts/backend/ask';
import { repsForAssignmentSchema } from '@corvane/shared/contracts/backend/contact/contact-request-list';
import {
  handoverChoicesSchema,
  handoversSchema,
} from '@corvane/shared/contracts/backend/representatives/handover';
import {
  managedSessionsSchema,
  REP_STATES,
  type RepsFilter,
  repsFilterSchema,
  repsPageSchema,
} from '@corvane/shared/contracts/backend/representatives/rep-list';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { one, type StateOf } from '../../lib/search-state.ts';
import { timed } from '../../lib/timed.ts';
import { pagesQuery, REFRESH_MS } from '../../ui/tables/pages-query.ts';

/** Cache keys of all data about representatives. The cache never contains a sales ID. */
export const repKeys = {
  all: (managerId: string) => ['representatives', managerId] as const,
  part: (managerId: string, part: string, ...of: readonly unknown[]) =>
    [...repKeys.all(managerId), part, ...of] as const,
};

const REPS_PAGE_SIZE = 25;

/** The representatives to show, as the address has them and the procedure takes them. */
export const REPS_FILTER = {
  state: one('reps', REP_STATES),
  search: one('rep-find', repsFilterSchema.shape.search),
};

async function fetchPage(
  api: Api,
  args: { filter: RepsFilter; page_size: number; after: string | null },
  signal: AbortSignal,
) {
  return timed(await ask(api, 'get_reps', args, repsPageSchema, { signal }));
}

/** All representatives of the filter, one page at a time. */
export function repsQuery(api: Api, managerId: string, filter: StateOf<typeof REPS_FILTER>) {
  return pagesQuery(repKeys.part(managerId, 'pages', filter), (after, signal) =>
    fetchPage(api, { filter, page_size: REPS_PAGE_SIZE, after }, signal),
  );
}

/** One representative by id, whether the list contains them or not. @returns null data when there is none */
export function repQuery(api: Api, managerId: string, id: string) {
  return queryOptions({
    queryKey: repKeys.part(managerId, 'one', id),
    queryFn: async ({ signal }) => {
      const args = { filter: { sales_rep_id: id }, page_size: 1, after: null };
      const { rows, clockAheadMs } = await fetchPage(api, args, signal);
      const [rep] = rows;
      return rep === undefined ? null : { rep, clockAheadMs };
    },
    refetchInterval: REFRESH_MS,
  });
}

/** Where a representative is signed in. */
export function repSessionsQuery(api: Api, managerId: string, id: string) {
  return queryOptions({
    queryKey: repKeys.part(managerId, 'sessions', id),
    queryFn: ({ signal }) =>
      ask(api, 'get_rep_sessions', { sales_rep_id_param: id }, managedSessionsSchema, { signal }),
    staleTime: 0,
  });
}

/** The customers and requests that a representative can hand over. */
export function handoverChoicesQuery(api: Api, managerId: string, id: string, search: string) {
  return queryOptions({
    queryKey: repKeys.part(managerId, 'handover', id, search),
    queryFn: ({ signal }) => {
      const args = { sales_rep_id_param: id, search: search === '' ? null : search };
      return ask(api, 'get_handover_choices', args, handoverChoicesSchema, { signal });
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** The representatives who can receive customers and requests. */
export function receiversQuery(api: Api, managerId: string) {
  return queryOptions({
    queryKey: repKeys.part(managerId, 'receivers'),
    queryFn: ({ signal }) => ask(api, 'get_reps_for_assignment', {}, repsForAssignmentSchema, { signal }),
  });
}

/** The recent handovers. */
export function handoversQuery(api: Api, managerId: string) {
  return queryOptions({
    queryKey: repKeys.part(managerId, 'handovers'),
    queryFn: async ({ signal }) => timed(await ask(api, 'get_handovers', {}, handoversSchema, { signal })),
    refetchInterval: REFRESH_MS,
  });
}
