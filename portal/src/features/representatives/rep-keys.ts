/** Cache keys of all data about representatives. The cache never contains a sales ID. */
export const repKeys = {
  all: (managerId: string) => ['representatives', managerId] as const,
  part: (managerId: string, part: string, ...of: readonly unknown[]) =>
    [...repKeys.all(managerId), part, ...of] as const,
};

export const REPS_PAGE_SIZE = 25;
/** Other managers work on the same list, so a visible list reloads at this interval. */
export const REFRESH_MS = 60_000;
