const NO_REPORTS = {
  views: 0,
  failures: 0,
  failing_networks: 0,
  errors: 0,
  erring_networks: 0,
  lcp_ms: null,
  lcp_networks: 0,
};

/** The answer of `canary_figures` before any report. */
export const NOTHING = { asked_at: '2026-11-21T10:00:00+00:00', canary: NO_REPORTS, live: NO_REPORTS };

/**
 * The answer for tests to a canary of so many views, and its fault. The live version has nine times as many views.
 * @param slower how many times as slow the canary is.
 */
export function figuresAnswer({ views = 0, slower = 1 }: { views?: number; slower?: number }) {
  const seen = { ...NO_REPORTS, views, lcp_ms: 1000 * slower, lcp_networks: 60 };
  return { ...NOTHING, canary: seen, live: { ...seen, views: 9 * views, lcp_ms: 1000 } };
}
