import type { ApiClient } from '@corvane/shared/contracts/host-services';
import { type Sale, salesPageSchema, salesSummarySchema } from '@corvane/shared/contracts/sales';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

export const SALES_PAGE_SIZE = 25;

/** Where the next page begins: right after this sale, in the order newest first. null for the first page. */
export type SalesCursor = { saleDate: string; id: string } | null;

export interface SalesPageRows {
  rows: readonly Sale[];
  hasMore: boolean;
}

export const commissionsKeys = {
  all: (repId: string) => ['commissions', repId] as const,
  summary: (repId: string) => [...commissionsKeys.all(repId), 'summary'] as const,
  salesPages: (repId: string) => [...commissionsKeys.all(repId), 'sales-pages', SALES_PAGE_SIZE] as const,
};

/** The rep's totals, added up by the database. */
export function salesSummaryQuery(api: ApiClient, repId: string) {
  return queryOptions({
    queryKey: commissionsKeys.summary(repId),
    queryFn: async ({ signal }) =>
      salesSummarySchema.parse(await api.rpc('get_sales_summary', {}, { signal })),
  });
}

/** The rep's sales, newest first, a page at a time. */
export function salesPagesQuery(api: ApiClient, repId: string) {
  return infiniteQueryOptions({
    queryKey: commissionsKeys.salesPages(repId),
    initialPageParam: null as SalesCursor,
    queryFn: async ({ signal, pageParam }): Promise<SalesPageRows> => {
      const args = {
        page_size: SALES_PAGE_SIZE,
        after_sale_date: pageParam?.saleDate ?? null,
        after_id: pageParam?.id ?? null,
      };
      const page = salesPageSchema.parse(await api.rpc('get_sales_page', args, { signal }));
      return { rows: page.rows, hasMore: page.has_more };
    },
    getNextPageParam: cursorAfter,
    // Coming back to the window would ask again for every page that was opened, one after the other.
    refetchOnWindowFocus: false,
  });
}

/** @returns undefined when there is no further page. */
export function cursorAfter({ rows, hasMore }: SalesPageRows): SalesCursor | undefined {
  const last = rows.at(-1);
  return hasMore && last !== undefined ? { saleDate: last.saleDate, id: last.id } : undefined;
}
