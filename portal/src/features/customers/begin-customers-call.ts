import type { Api } from '@corvane/shared/contracts/backend/ask';
import { beginCall } from '../../app/begun-calls.ts';
import { customersArguments, customersViewOf } from './customers-view.ts';

/** Loads the first customers for an address early. The panel makes the same call. */
export function beginCustomersCall(api: Api, repId: string, search: string): void {
  beginCall(api, repId, 'get_customers', customersArguments(customersViewOf(search), null));
}
