import { idInAddress } from '../../lib/id-in-address.ts';
import type { AddressChange } from '../../lib/search-with.ts';

/** Name of the parameter. */
const CUSTOMER = 'customer';

/** The id of the open customer. null for none. */
export function openCustomerOf(search: string): string | null {
  return idInAddress(search, CUSTOMER);
}

export function openCustomerChange(customerId: string | null): AddressChange {
  return { [CUSTOMER]: customerId };
}
