import type { PageWeight } from '@corvane/tools/checks/page-weight/page-weight';

/** The largest sizes of a public page, in bytes. Transferred sizes are compressed with brotli. */
export const PAGE_BUDGET: Readonly<PageWeight> = {
  htmlBytes: 25_430,
  inlinedStyleBytes: 93_100,
  configBytes: 5_600,
  nodes: 612,
  scriptFiles: 6,
  scriptBytes: 92_400,
  smallFiles: 0,
  fontBytes: 50_000,
};

/** Budgets of single pages: home keeps the sizes that it has reached, and contact loads the files of its form. */
export const OWN_BUDGETS: Readonly<Record<string, Partial<PageWeight>>> = {
  '/': { scriptFiles: 5, scriptBytes: 89_350 },
  '/contact': { scriptBytes: 92_850 },
};

/** The height of the home page on a phone, 375 px wide. */
export const HOME_HEIGHT_PX = 8_000;

/** The largest sizes of the portal's pages, in bytes. Their scripts have a budget of their own, below. */
export const PORTAL_BUDGET: Partial<PageWeight> = {
  htmlBytes: 17_480,
  inlinedStyleBytes: 93_600,
  configBytes: 8_000,
  nodes: 150,
  smallFiles: 0,
};

/**
 * What the portal's own scripts may weigh for a representative's first view, bytes, compressed with brotli. Operations
 * is for managers: its parts must not make this grow. Some 2,400 are what is new today, which loads last.
 */
export const REP_SCRIPT_BUDGET_BYTES = 46_500;

/** What a browser may fetch for a page until the network is idle, and the largest layout shift meanwhile. */
export const LOAD_BUDGET = { totalBytes: 200_000, scriptBytes: 97_000, layoutShift: 0.01 };

/**
 * The total time of tasks above 50 ms during a load. The unit is all tasks of an empty React page, on the same
 * machine in the same run.
 */
export const LONG_TASKS_BUDGET = { timesEmptyReact: 3 };
