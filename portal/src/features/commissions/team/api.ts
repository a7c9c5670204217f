import { type Api, ask } from '@corvane/shared/contracts/backend/ask';
import { salesRankingSchema } from '@corvane/shared/contracts/backend/sales/sales-ranking';
import { salesTablePageSchema } from '@corvane/shared/contracts/backend/sales/sales-table';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { id, one } from '../../../lib/search-state.ts';
import { exportedPages } from '../../../ui/tables/export-button.tsx';
import { SALES_SEARCH, type SalesView } from '../search.ts';
import { RANKING_SORTS } from './list.tsx';

/** The fields of My Commissions, under names of their own: other tabs of Operations use some of them. */
export const TEAM_SALES_SEARCH = Object.fromEntries(
  Object.entries(SALES_SEARCH).map(([field, parameter]) => [
    field,
    { ...parameter, name: `team-${parameter.name}` },
  ]),
) as unknown as typeof SALES_SEARCH;

/** Whose sales are shown, null for those of everyone, and the order of the ranking. */
export const TEAM_SEARCH = {
  rep: id('team-rep'),
  by: one('team-by', RANKING_SORTS, 'salesCents'),
  way: one('team-way', ['asc', 'desc']),
};

/** Every representative with the sums of the chosen sales. It is the same for every scope. */
export function rankingQuery(api: Api, { filter: { scope, ...filter } }: SalesView) {
  return queryOptions({
    queryKey: ['team', 'ranking', filter],
    queryFn: ({ signal }) => ask(api, 'get_sales_ranking', { filter }, salesRankingSchema, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Every sale of the view in its order, for a file. The audit trail records each export. */
export function exportedSales(api: Api, { filter, ...order }: SalesView, signal: AbortSignal) {
  const list = { list: 'sales', filter: { ...filter, scope: filter.scope ?? 'all' }, ...order } as const;
  return exportedPages(api, list, salesTablePageSchema, signal);
}
