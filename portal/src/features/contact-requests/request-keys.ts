/** Keys of everything that the browser keeps about contact requests. */
export const requestKeys = {
  all: (repId: string) => ['contact-requests', repId] as const,
  part: (repId: string, part: string, ...of: readonly unknown[]) =>
    [...requestKeys.all(repId), part, ...of] as const,
};

export const REQUESTS_PAGE_SIZE = 50;
/** Others work on the same list, so a list on the screen loads again at this interval. */
export const REFRESH_MS = 60_000;
