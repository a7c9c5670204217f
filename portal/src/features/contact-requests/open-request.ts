import { idInAddress } from '../../lib/id-in-address.ts';
import type { AddressChange } from '../../lib/search-with.ts';

const REQUEST = 'request';

/** The id of the open request. null for none. */
export function openRequestOf(search: string): string | null {
  return idInAddress(search, REQUEST);
}

export function openRequestChange(requestId: string | null): AddressChange {
  return { [REQUEST]: requestId };
}
