/** The answer of `canary_figures` before any report. */
export const NOTHING = { asked_at: '2026-11-21T10:00:00+00:00', started_at: null, cells: [] };

/**
 * The answer for tests to a canary of so many views, and its fault. The live version has nine times as many views.
 */
export function figuresAnswer({ views = 0, slower = 0 }: { views?: number; slower?: number }) {
  const cells = Array.from({ length: 60 }, (_, block) =>
    [true, false].map((isCanary) => {
      const count = Math.ceil(((isCanary ? 1 : 9) * views) / 60);
      const mean = Math.log(1000) + (isCanary ? slower : 0);
      return {
        block_started_at: `2026-11-21T${10 + Math.floor(block / 6)}:${block % 6}0:00+00:00`,
        path: '/',
        is_canary: isCanary,
        views: count,
        failures: 0,
        lone_failures: 0,
        errors: 0,
        lone_errors: 0,
        lcp_count: count,
        lcp_log_sum: count * mean,
        lcp_log_square_sum: count * (mean ** 2 + 0.09),
      };
    }),
  ).flat();
  return { ...NOTHING, started_at: NOTHING.asked_at, cells };
}
