import type { ApiClient } from '@corvane/shared/contracts/remote/host-services';
import { beginCall } from '../../app/begun-calls.ts';
import { customersArguments, customersViewOf } from './customers-view.ts';

/** Asks for the first customers of an address, as the panel will. */
export function beginCustomersCall(api: ApiClient, repId: string, search: string): void {
  beginCall(api, repId, 'get_customers', customersArguments(customersViewOf(search), null));
}
