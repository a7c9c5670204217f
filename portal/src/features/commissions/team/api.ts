import { type Api, ask } from '@corvane/shared/contracts/backend/ask';
import { salesRankingSchema } from '@corvane/shared/contracts/backend/sales/sales-ranking';
import { salesTablePageSchema } from '@corvane/shared/contracts/backend/sales/sales-table';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { exportedPages } from '../../../ui/tables/export-button.tsx';
import type { SalesView } from '../search.ts';

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
