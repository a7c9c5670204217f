import {
  type ProductFacts,
  productDescriptionSchema,
  productFeaturesSchema,
} from '@corvane/shared/contracts/backend/product-facts';
import { saleExplanationSchema } from '@corvane/shared/contracts/backend/sale-explanation';
import { type SalesDashboard, salesDashboardSchema } from '@corvane/shared/contracts/backend/sales-dashboard';
import type { SalesFilter } from '@corvane/shared/contracts/backend/sales-filter';
import {
  SALES_TABLE_MAX_PAGE_SIZE,
  type SalesTablePage,
  salesTablePageSchema,
} from '@corvane/shared/contracts/backend/sales-table';
import type { ApiClient } from '@corvane/shared/contracts/remote/host-services';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { SalesView } from './sales-view.ts';
import { filterOf } from './sales-view.ts';

export const SALES_PAGE_SIZE = 25;

/** Pages that the rep left are dropped soon, so that hundreds of them do not fill the memory. */
const LEFT_PAGE_KEPT_MS = 30_000;

export const commissionsKeys = {
  all: (repId: string) => ['commissions', repId] as const,
  dashboard: (repId: string, filter: SalesFilter) =>
    [...commissionsKeys.all(repId), 'dashboard', filter] as const,
  page: (repId: string, view: SalesView, after: string | null) =>
    [...commissionsKeys.all(repId), 'page', view, after] as const,
  explanation: (repId: string, saleId: string) =>
    [...commissionsKeys.all(repId), 'explanation', saleId] as const,
  product: (name: string) => ['product', name] as const,
};

/** Figures that name the view they belong to. They stay on the screen while the next ones load. */
export interface FilteredDashboard extends SalesDashboard {
  filter: ReturnType<typeof filterOf>;
}

/** Cards, charts and the table's footer. The database adds them up. */
export function salesDashboardQuery(api: ApiClient, repId: string, view: SalesView) {
  const filter = filterOf(view);
  return queryOptions({
    queryKey: commissionsKeys.dashboard(repId, filter),
    queryFn: async ({ signal }): Promise<FilteredDashboard> => ({
      ...salesDashboardSchema.parse(await api.rpc('get_sales_dashboard', { filter }, { signal })),
      filter,
    }),
    placeholderData: keepPreviousData,
  });
}

/** One page of the rep's sales. @param after `nextAfter` of the page before, null for the first */
export function salesPageQuery(api: ApiClient, repId: string, view: SalesView, after: string | null) {
  return queryOptions({
    queryKey: commissionsKeys.page(repId, view, after),
    queryFn: ({ signal }) => fetchSalesPage(api, view, { after, pageSize: SALES_PAGE_SIZE, signal }),
    placeholderData: keepPreviousData,
    gcTime: LEFT_PAGE_KEPT_MS,
  });
}

/** Why one sale counts as it does. */
export function saleExplanationQuery(api: ApiClient, repId: string, saleId: string) {
  return queryOptions({
    queryKey: commissionsKeys.explanation(repId, saleId),
    queryFn: async ({ signal }) =>
      saleExplanationSchema.parse(await api.rpc('get_sale_explanation', { sale_id: saleId }, { signal })),
  });
}

/** What the catalogue says about a sold product. It is the same for every rep. */
export function productFactsQuery(api: ApiClient, name: string) {
  return queryOptions({
    queryKey: commissionsKeys.product(name),
    queryFn: async ({ signal }): Promise<ProductFacts> => {
      const args = { product_name_param: name };
      const [description, features] = await Promise.all([
        api.rpc('get_product_description', args, { signal }),
        api.rpc('get_product_features', args, { signal }),
      ]);
      return {
        description: productDescriptionSchema.parse(description),
        features: productFeaturesSchema.parse(features),
      };
    },
  });
}

interface PageOptions {
  after: string | null;
  pageSize: number;
  signal: AbortSignal;
}

async function fetchSalesPage(
  api: ApiClient,
  view: SalesView,
  options: PageOptions,
): Promise<SalesTablePage> {
  const args = {
    filter: filterOf(view),
    sort: view.sort,
    direction: view.direction,
    page_size: options.pageSize,
    after: options.after,
  };
  return salesTablePageSchema.parse(await api.rpc('get_sales_table', args, { signal: options.signal }));
}

/** Every sale of the view in its order, a thousand at a time. The export uses it, without any cache. */
export async function* allSales(
  api: ApiClient,
  view: SalesView,
  signal: AbortSignal,
): AsyncGenerator<SalesTablePage['rows']> {
  let after: string | null = null;
  do {
    const page = await fetchSalesPage(api, view, { after, pageSize: SALES_TABLE_MAX_PAGE_SIZE, signal });
    yield page.rows;
    after = page.hasMore ? page.nextAfter : null;
  } while (after !== null);
}
