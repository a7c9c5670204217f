import { type Api, ask } from '@corvane/shared/contracts/backend/ask';
import { commissionRatesSchema } from '@corvane/shared/contracts/backend/sales/commission-rates';
import { salesImportsSchema } from '@corvane/shared/contracts/backend/sales/sales-import';
import { salesRankingSchema } from '@corvane/shared/contracts/backend/sales/sales-ranking';
import { salesTablePageSchema } from '@corvane/shared/contracts/backend/sales/sales-table';
import { salesTargetsSchema } from '@corvane/shared/contracts/backend/sales/sales-targets';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { prefixed } from '../../../lib/prefixed-search.ts';
import { id, one } from '../../../lib/search-state.ts';
import { exportedPages } from '../../../ui/tables/export-button.tsx';
import { REFRESH_MS } from '../../../ui/tables/pages-query.ts';
import { SALES_SEARCH, type SalesView } from '../search.ts';
import { RANKING_SORTS } from './list.tsx';

/** The fields of My Commissions, under names of their own: other tabs of Operations use some of them. */
export const TEAM_SALES_SEARCH = prefixed('team', SALES_SEARCH);

/** Whose sales are shown, null for those of everyone, and the order of the ranking. */
export const TEAM_SEARCH = {
  rep: id('team-rep'),
  by: one('team-by', RANKING_SORTS, 'salesCents'),
  way: one('team-way', ['asc', 'desc']),
};

/** Begins the cache keys of what is shown of all representatives. */
export const TEAM_KEY = ['team'] as const;

/** Every representative with the sums of the chosen sales. It is the same for every scope. */
export function rankingQuery(api: Api, { filter: { scope, ...filter } }: SalesView) {
  return queryOptions({
    queryKey: [...TEAM_KEY, 'ranking', filter],
    queryFn: ({ signal }) => ask(api, 'get_sales_ranking', { filter }, salesRankingSchema, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** The imports of the last day. */
export function salesImportsQuery(api: Api) {
  return queryOptions({
    queryKey: [...TEAM_KEY, 'imports'],
    queryFn: ({ signal }) => ask(api, 'get_sales_imports', {}, salesImportsSchema, { signal }),
    refetchInterval: REFRESH_MS,
  });
}

/** What each representative is to sell in a month, YYYY-MM. */
export function targetsQuery(api: Api, month: string) {
  return queryOptions({
    queryKey: [...TEAM_KEY, 'targets', month],
    queryFn: ({ signal }) => ask(api, 'get_sales_targets', { month }, salesTargetsSchema, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
}

/** The rates of commission. */
export function ratesQuery(api: Api) {
  return queryOptions({
    queryKey: [...TEAM_KEY, 'rates'],
    queryFn: ({ signal }) => ask(api, 'get_commission_rates', {}, commissionRatesSchema, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
}

/** Every sale of the view in its order, for a file. The audit trail records each export. */
export function exportedSales(api: Api, { filter, ...order }: SalesView, signal: AbortSignal) {
  const list = { list: 'sales', filter: { ...filter, scope: filter.scope ?? 'all' }, ...order } as const;
  return exportedPages(api, list, salesTablePageSchema, signal);
}
