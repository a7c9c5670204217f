import { id } from '../../lib/search-state.ts';

/** Cache keys of all data about contact requests. */
export const requestKeys = {
  all: (repId: string) => ['contact-requests', repId] as const,
  part: (repId: string, part: string, ...of: readonly unknown[]) =>
    [...requestKeys.all(repId), part, ...of] as const,
};

export const REQUESTS_PAGE_SIZE = 25;

/** The open request in the address. */
export const OPEN_REQUEST = { request: id('request') };
