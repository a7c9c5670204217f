const NO_REPORTS = {
  views: 0,
  failures: { reports: 0, networks: 0 },
  errors: { reports: 0, networks: 0 },
  lcp: { ms: null, networks: 0 },
};

/** The answer of `canary_figures` before any report. */
export const NOTHING = { askedAt: '2026-11-21T10:00:00+00:00', canary: NO_REPORTS, live: NO_REPORTS };

/**
 * The answer for tests to a canary of so many views, and its fault. The live version has nine times as many views.
 * @param slower how many times as slow the canary is.
 */
export function figuresAnswer({ views = 0, slower = 1 }: { views?: number; slower?: number }) {
  const seen = (times: number) => ({ ...NO_REPORTS, lcp: { ms: 1000 * times, networks: 60 } });
  return { ...NOTHING, canary: { ...seen(slower), views }, live: { ...seen(1), views: 9 * views } };
}
