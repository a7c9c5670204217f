import { type Api, ask } from '@corvane/shared/contracts/backend/ask';
import {
  type ProductFacts,
  productDescriptionSchema,
  productFeaturesSchema,
  saleExplanationSchema,
} from '@corvane/shared/contracts/backend/sales/sale-explanation';
import {
  type SalesDashboard,
  salesDashboardSchema,
} from '@corvane/shared/contracts/backend/sales/sales-dashboard';
import type { ScopedSalesFilter } from '@corvane/shared/contracts/backend/sales/sales-scope';
import {
  SALES_TABLE_MAX_PAGE_SIZE,
  salesTablePageSchema,
} from '@corvane/shared/contracts/backend/sales/sales-table';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { arrivedAnswer, takingPrefetched } from '../../app/prefetched-calls.ts';
import { allPages } from '../../ui/tables/export-button.tsx';
import { type DateRange, pageArguments, type SalesView } from './search.ts';

/** Unused pages are dropped soon, so hundreds of them do not fill the memory. */
const LEFT_PAGE_KEPT_MS = 30_000;

export const commissionsKeys = {
  all: ['commissions'] as const,
  dashboard: (filter: ScopedSalesFilter) => [...commissionsKeys.all, 'dashboard', filter] as const,
  page: (view: SalesView, after: string | null) => [...commissionsKeys.all, 'page', view, after] as const,
  explanation: (saleId: string) => [...commissionsKeys.all, 'explanation', saleId] as const,
  product: (name: string) => ['product', 'facts', name] as const,
};

/** Figures with the view that they belong to. They stay on the screen while the next ones load. */
export interface FilteredDashboard extends SalesDashboard {
  filter: ScopedSalesFilter & DateRange;
}

/** Cards, charts and the table's footer. The database computes the sums. */
export function salesDashboardQuery(api: Api, { filter }: Pick<SalesView, 'filter'>) {
  return queryOptions({
    queryKey: commissionsKeys.dashboard(filter),
    queryFn: async ({ signal }): Promise<FilteredDashboard> => {
      const taking = takingPrefetched(api);
      const answer = await ask(taking, 'get_sales_dashboard', { filter }, salesDashboardSchema, { signal });
      return { ...answer, filter };
    },
    initialData: () => {
      const answer = arrivedAnswer('get_sales_dashboard', { filter }, salesDashboardSchema);
      return answer && { ...answer, filter };
    },
    placeholderData: keepPreviousData,
  });
}

/** One page of the rep's sales. @param after `nextAfter` of the page before, null for the first */
export function salesPageQuery(api: Api, view: SalesView, after: string | null) {
  const args = pageArguments(view, after);
  return queryOptions({
    queryKey: commissionsKeys.page(view, after),
    queryFn: ({ signal }) =>
      ask(takingPrefetched(api), 'get_sales_table', args, salesTablePageSchema, { signal }),
    initialData: () => arrivedAnswer('get_sales_table', args, salesTablePageSchema),
    placeholderData: keepPreviousData,
    gcTime: LEFT_PAGE_KEPT_MS,
  });
}

/** Explains how one sale counts. */
export function saleExplanationQuery(api: Api, saleId: string) {
  return queryOptions({
    queryKey: commissionsKeys.explanation(saleId),
    queryFn: ({ signal }) =>
      ask(api, 'get_sale_explanation', { sale_id: saleId }, saleExplanationSchema, { signal }),
  });
}

/** The catalogue's data about a sold product. It is the same for every rep. */
export function productFactsQuery(api: Api, name: string) {
  return queryOptions({
    queryKey: commissionsKeys.product(name),
    queryFn: async ({ signal }): Promise<ProductFacts> => {
      const args = { product_name_param: name };
      const [description, features] = await Promise.all([
        ask(api, 'get_product_description', args, productDescriptionSchema, { signal }),
        ask(api, 'get_product_features', args, productFeaturesSchema, { signal }),
      ]);
      return { description, features };
    },
  });
}

/** Every sale of the view in its order, a thousand per call. Only the export uses it, without a cache. */
export function allSales(api: Api, view: SalesView, signal: AbortSignal) {
  return allPages((after) => {
    const args = pageArguments(view, after, SALES_TABLE_MAX_PAGE_SIZE);
    return ask(api, 'get_sales_table', args, salesTablePageSchema, { signal });
  });
}
