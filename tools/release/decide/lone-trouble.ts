import type { CanaryCell } from './canary-figures.ts';
import type { LoneTrouble } from './trouble-evidence.ts';

type Trouble = 'failures' | 'errors';
/** The canary's part of a page's views, above 0 and below 1. */
export type ShareOf = (path: string | null) => number;

/** Views that weigh like a page's own, where it has few. */
const SHRINKAGE_VIEWS = 100;

/**
 * The canary's share of the views of each page. A failure is told after two seconds, a view only when its page is
 * hidden. So this share is too low at first. The canary's share of the visitors is taken where that is more.
 */
export function canaryShares(cells: readonly CanaryCell[], canaryPercent: number): ShareOf {
  const pages = new Map<string | null, { canary: number; all: number }>();
  const total = { canary: 0, all: 0 };
  for (const { path, isCanary, views } of cells) {
    const page = pages.get(path) ?? { canary: 0, all: 0 };
    for (const sum of [page, total]) {
      sum.all += views;
      if (isCanary) sum.canary += views;
    }
    pages.set(path, page);
  }
  const overall = total.all === 0 ? 0 : total.canary / total.all;
  return (path) => {
    const page = pages.get(path) ?? { canary: 0, all: 0 };
    const share = (page.canary + SHRINKAGE_VIEWS * overall) / (page.all + SHRINKAGE_VIEWS);
    return Math.max(share, canaryPercent / 100);
  };
}

/** The minutes in which one version alone had trouble, by page. */
export function loneMinutes(cells: readonly CanaryCell[], what: Trouble, shareOf: ShareOf): LoneTrouble[] {
  const field = what === 'failures' ? 'loneFailures' : 'loneErrors';
  return cells
    .filter((cell) => cell[field] > 0)
    .map((cell) => ({ ...sideOf(cell.isCanary, cell[field]), canaryShare: shareOf(cell.path) }));
}

/** The blocks of ten minutes in which one version alone had trouble. Of several pages, the canary's greatest share. */
export function loneBlocks(cells: readonly CanaryCell[], what: Trouble, shareOf: ShareOf): LoneTrouble[] {
  const blocks = new Map<string, { canary: boolean; live: boolean; canaryShare: number }>();
  for (const { blockStartedAt, path, isCanary, [what]: reports } of cells) {
    if (reports === 0) continue;
    const block = blocks.get(blockStartedAt) ?? { canary: false, live: false, canaryShare: 0 };
    block[isCanary ? 'canary' : 'live'] = true;
    block.canaryShare = Math.max(block.canaryShare, shareOf(path));
    blocks.set(blockStartedAt, block);
  }
  return [...blocks.values()]
    .filter(({ canary, live }) => canary !== live)
    .map(({ canary, canaryShare }) => ({ ...sideOf(canary, 1), canaryShare }));
}

function sideOf(isCanary: boolean, count: number) {
  return isCanary ? { canary: count, live: 0 } : { canary: 0, live: count };
}
