import type { Api } from '@corvane/shared/contracts/backend/ask';
import { beginCall } from '../../app/begun-calls.ts';
import { dashboardArguments, firstPageArguments } from './sales-arguments.ts';
import { salesViewOf } from './sales-view.ts';

/** Loads the totals and the first rows for an address early. The panel makes the same calls. */
export function beginSalesCalls(api: Api, repId: string, search: string): void {
  const view = salesViewOf(search, new Date().toISOString().slice(0, 10));
  beginCall(api, repId, 'get_sales_dashboard', dashboardArguments(view));
  beginCall(api, repId, 'get_sales_table', firstPageArguments(view));
}
