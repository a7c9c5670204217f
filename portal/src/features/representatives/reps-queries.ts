import { repsForAssignmentSchema } from '@corvane/shared/contracts/backend/contact/contact-request-list';
import {
  handoverChoicesSchema,
  handoversSchema,
} from '@corvane/shared/contracts/backend/representatives/handover';
import {
  managedSessionsSchema,
  type RepsFilter,
  repsPageSchema,
} from '@corvane/shared/contracts/backend/representatives/rep-list';
import type { ApiClient } from '@corvane/shared/contracts/remote/host-services';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { timed } from '../../lib/timed.ts';
import { REFRESH_MS, REPS_PAGE_SIZE, repKeys } from './rep-keys.ts';
import { filterOf, type RepsView } from './reps-view.ts';

async function fetchPage(
  api: ApiClient,
  args: { filter: RepsFilter; page_size: number; after: string | null },
  signal: AbortSignal,
) {
  return timed(repsPageSchema.parse(await api.rpc('get_reps', { ...args }, { signal })));
}

/** All representatives of the view, one page at a time. */
export function repsQuery(api: ApiClient, managerId: string, view: RepsView) {
  return infiniteQueryOptions({
    queryKey: repKeys.part(managerId, 'pages', view),
    initialPageParam: null as string | null,
    queryFn: ({ signal, pageParam }) =>
      fetchPage(api, { filter: filterOf(view), page_size: REPS_PAGE_SIZE, after: pageParam }, signal),
    getNextPageParam: ({ hasMore, nextAfter }) => (hasMore ? nextAfter : null),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
}

/** One representative by id, whether the list contains them or not. @returns null data when there is none */
export function repQuery(api: ApiClient, managerId: string, id: string) {
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
export function repSessionsQuery(api: ApiClient, managerId: string, id: string) {
  return queryOptions({
    queryKey: repKeys.part(managerId, 'sessions', id),
    queryFn: async ({ signal }) =>
      managedSessionsSchema.parse(await api.rpc('get_rep_sessions', { sales_rep_id_param: id }, { signal })),
    staleTime: 0,
  });
}

/** The customers and requests that a representative can hand over. */
export function handoverChoicesQuery(api: ApiClient, managerId: string, id: string, search: string) {
  return queryOptions({
    queryKey: repKeys.part(managerId, 'handover', id, search),
    queryFn: async ({ signal }) =>
      handoverChoicesSchema.parse(
        await api.rpc(
          'get_handover_choices',
          { sales_rep_id_param: id, search: search === '' ? null : search },
          { signal },
        ),
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** The representatives who can receive customers and requests. */
export function receiversQuery(api: ApiClient, managerId: string) {
  return queryOptions({
    queryKey: repKeys.part(managerId, 'receivers'),
    queryFn: async ({ signal }) =>
      repsForAssignmentSchema.parse(await api.rpc('get_reps_for_assignment', {}, { signal })),
  });
}

/** The recent handovers. */
export function handoversQuery(api: ApiClient, managerId: string) {
  return queryOptions({
    queryKey: repKeys.part(managerId, 'handovers'),
    queryFn: async ({ signal }) =>
      timed(handoversSchema.parse(await api.rpc('get_handovers', {}, { signal }))),
    refetchInterval: REFRESH_MS,
  });
}
