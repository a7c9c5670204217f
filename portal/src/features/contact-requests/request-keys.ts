import { id } from '../../lib/search-state.ts';

/** Cache keys of all data about contact requests. */
export const requestKeys = {
  all: ['contact-requests'] as const,
  part: (part: string, ...of: readonly unknown[]) => [...requestKeys.all, part, ...of] as const,
};

export const REQUESTS_PAGE_SIZE = 25;

/** The open request in the address. */
export const OPEN_REQUEST = { request: id('request') };
