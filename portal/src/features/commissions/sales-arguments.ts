import { filterOf, type SalesView } from './sales-view.ts';

export const SALES_PAGE_SIZE = 25;

export function dashboardArguments(view: SalesView) {
  return { filter: filterOf(view) };
}

interface PageOptions {
  /** `nextAfter` of the page before, null for the first. */
  after: string | null;
  pageSize: number;
}

export function pageArguments(view: SalesView, { after, pageSize }: PageOptions) {
  return { filter: filterOf(view), sort: view.sort, direction: view.direction, page_size: pageSize, after };
}

export function firstPageArguments(view: SalesView) {
  return pageArguments(view, { after: null, pageSize: SALES_PAGE_SIZE });
}
