import type { CanaryCell } from './canary-figures.ts';

/** How much longer the canary's pages take to show their main content. */
export interface SpeedDifference {
  /** Mean difference of ln(LCP). 0.1 is about 10 % slower. */
  logDifference: number;
  /** Standard deviation of one view. Views of one visitor are alike, which makes it larger. */
  deviation: number;
  /** Views that the difference rests on: n₁·n₀ / (n₁ + n₀), summed over the blocks of ten minutes. */
  information: number;
}

type Speeds = Pick<
  CanaryCell,
  'blockStartedAt' | 'path' | 'isCanary' | 'lcpCount' | 'lcpLogSum' | 'lcpLogSquareSum'
>;

/** Blocks from which the spread between them is known well enough. */
const MIN_BLOCKS = 30;
/** With fewer blocks, one visitor's views are taken to be so many times as uncertain as they look. */
const ASSUMED_DESIGN_EFFECT = 4;

/**
 * Compares both versions on the same pages in the same ten minutes. Each page's mean is subtracted first. So slow
 * pages do not count against the version that was asked for more of them. The spread is that between the blocks,
 * which contains what views of one visitor have in common. It is never less than that between views.
 * @returns null as long as no block has views of both.
 */
export function speedDifference(cells: readonly Speeds[]): SpeedDifference | null {
  const pages = new Map<string | null, { count: number; sum: number }>();
  for (const { path, lcpCount, lcpLogSum } of cells) {
    const page = pages.get(path) ?? { count: 0, sum: 0 };
    page.count += lcpCount;
    page.sum += lcpLogSum;
    pages.set(path, page);
  }

  const blocks = new Map<string, Block>();
  let squares = 0;
  let views = 0;
  for (const { blockStartedAt, path, isCanary, lcpCount, lcpLogSum, lcpLogSquareSum } of cells) {
    const page = pages.get(path);
    if (lcpCount === 0 || page === undefined) continue;
    const pageMean = page.sum / page.count;
    const block = blocks.get(blockStartedAt) ?? { canary: { count: 0, sum: 0 }, live: { count: 0, sum: 0 } };
    const side = isCanary ? block.canary : block.live;
    side.count += lcpCount;
    side.sum += lcpLogSum - lcpCount * pageMean;
    blocks.set(blockStartedAt, block);
    squares += lcpLogSquareSum - 2 * pageMean * lcpLogSum + lcpCount * pageMean ** 2;
    views += lcpCount;
  }

  const shared = [...blocks.values()].filter(({ canary, live }) => canary.count > 0 && live.count > 0);
  const weighed = shared.map(({ canary, live }) => ({
    weight: (canary.count * live.count) / (canary.count + live.count),
    difference: canary.sum / canary.count - live.sum / live.count,
  }));
  const information = weighed.reduce((sum, { weight }) => sum + weight, 0);
  if (information === 0 || views <= pages.size) return null;
  const logDifference =
    weighed.reduce((sum, { weight, difference }) => sum + weight * difference, 0) / information;
  const betweenViews = squares / (views - pages.size);
  const betweenBlocks =
    weighed.length < MIN_BLOCKS
      ? ASSUMED_DESIGN_EFFECT * betweenViews
      : weighed.reduce((sum, { weight, difference }) => sum + weight * (difference - logDifference) ** 2, 0) /
        (weighed.length - 1);
  return { logDifference, deviation: Math.sqrt(Math.max(betweenViews, betweenBlocks)), information };
}

interface Block {
  canary: { count: number; sum: number };
  live: { count: number; sum: number };
}

/** ρ² of the boundary, which makes it narrowest at about 500 views of information. */
const RHO_SQUARED = 0.02;

/**
 * Half the width of the one-sided asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas.
 * It is the one-sided form of proposition 2.1. The source is 'Time-uniform central limit theory and asymptotic
 * confidence sequences' (2024, Annals of Statistics 52(6)). It holds at all times at once with probability 1 − α.
 */
export function boundWidth({ deviation, information }: SpeedDifference, alpha: number): number {
  const scale = information * RHO_SQUARED + 1;
  return (
    deviation *
    Math.sqrt(((2 * scale) / (information ** 2 * RHO_SQUARED)) * Math.log(1 + Math.sqrt(scale) / (2 * alpha)))
  );
}

/** The α at which the bound touches a difference of `distance` from the one that was seen. 1 for none. */
export function alphaAt({ deviation, information }: SpeedDifference, distance: number): number {
  if (distance <= 0) return 1;
  const scale = information * RHO_SQUARED + 1;
  const exponent = ((distance / deviation) ** 2 * information ** 2 * RHO_SQUARED) / (2 * scale);
  return Math.min(1, Math.sqrt(scale) / (2 * Math.expm1(exponent)));
}
