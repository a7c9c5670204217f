import type { PageWeight } from '@corvane/tools/checks/page-weight/page-weight';

/** What a public page may bring. Sizes are bytes; those over the line are compressed with brotli. */
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

/** Pages that are allowed less: what they reached is not lost again. */
export const TIGHTER: Readonly<Record<string, Partial<PageWeight>>> = {
  '/': { scriptFiles: 7, scriptBytes: 92_500 },
};

/** What a browser may fetch for a page until it is quiet, and what may move meanwhile. */
export const LOAD_BUDGET = { totalBytes: 200_000, scriptBytes: 100_000, layoutShift: 0.01 };
