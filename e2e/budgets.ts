import type { PageWeight } from '@corvane/tools/checks/page-weight/page-weight';

/** What a public page may weigh. Sizes are bytes; transferred ones are compressed with brotli. */
export const PAGE_BUDGET: Readonly<PageWeight> = {
  htmlBytes: 24_000,
  inlinedStyleBytes: 92_000,
  configBytes: 5_600,
  nodes: 620,
  scriptFiles: 9,
  scriptBytes: 97_000,
  fontBytes: 50_000,
  duplicateBytes: 3_000,
};

/** Pages with a smaller budget, so that they do not lose what they reached. */
export const TIGHTER: Readonly<Record<string, Partial<PageWeight>>> = {
  '/': { scriptFiles: 7, scriptBytes: 92_500 },
};

/**
 * What the portal's own scripts may weigh for a representative's first view, bytes, compressed with brotli. Operations
 * is for managers: its parts must not make this grow.
 */
export const REP_SCRIPT_BUDGET_BYTES = 80_000;

/** What a browser may fetch for a page until it is quiet, and how far the layout may shift meanwhile. */
export const LOAD_BUDGET = { totalBytes: 200_000, scriptBytes: 100_000, layoutShift: 0.01 };

/**
 * How long the tasks above 50 ms of a load may take together, as a multiple of all tasks of an empty React page on the
 * same machine in the same run.
 */
export const LONG_TASKS_BUDGET = { timesEmptyReact: 3 };
