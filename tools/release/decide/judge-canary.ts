import type { CanaryCell, CanaryFigures } from './canary-figures.ts';
import { canaryShares, loneBlocks, loneMinutes, type ShareOf } from './lone-trouble.ts';
import { alphaAt, boundWidth, type SpeedDifference, speedDifference } from './speed-difference.ts';
import { harmEvidence, harmlessEvidence, type TroubleCount } from './trouble-evidence.ts';

/** At most one in so many harmless canaries is aborted, over all three measures and all looks. */
const ABORT_ALPHA = 0.01;
/** At most one in so many canaries beyond a margin is promoted. */
const PROMOTE_ALPHA = 0.05;
/** A canary that is slower by less is not aborted for it. */
const TOLERATED_SLOWER = 0.02;

/** What a canary may cost and still be promoted. */
const PROMOTE_MARGINS = {
  /** More failing views, as a share of the canary's. */
  troubleRate: 1 / 400,
  /** Slower, as a share of the live version's LCP. */
  slower: 0.1,
} as const;

/** Less traffic never decides, no matter what it shows. */
const LEAST_TRAFFIC = {
  /** Views of each of the two versions. */
  views: 100,
  /** Minutes in which the canary alone had trouble. One broken device may bring two. */
  loneMinutes: 5,
} as const;

export interface Verdict {
  decision: 'promote' | 'abort' | 'wait';
  /** Of an abort or a promotion, above 0 and below 1. */
  confidence: number | null;
  /** For people: why, and what was seen of each measure. */
  reasons: string[];
  canaryViews: number;
  liveViews: number;
}

type Trouble = 'failures' | 'errors';

/**
 * Judges a canary by what is stored of it. The same figures give the same verdict in any process and at any time. One
 * may ask any number of times.
 */
export function judgeCanary({ cells }: Pick<CanaryFigures, 'cells'>, canaryPercent: number): Verdict {
  const canaryViews = viewsOf(cells, true);
  const liveViews = viewsOf(cells, false);
  const shareOf = canaryShares(cells, canaryPercent);
  const measures = [
    judgeTrouble(cells, 'failures', shareOf),
    judgeTrouble(cells, 'errors', shareOf),
    judgeSpeed(speedDifference(cells)),
  ];
  const seen = measures.map(({ sentence }) => sentence);
  const common = { canaryViews, liveViews };

  const worst = measures.reduce((a, b) => (b.harmAlpha < a.harmAlpha ? b : a));
  const harmAlpha = worst.harmAlpha * measures.length;
  const hasTraffic = Math.min(canaryViews, liveViews) >= LEAST_TRAFFIC.views;
  if (harmAlpha <= ABORT_ALPHA && (hasTraffic || worst.isClearWithoutViews)) {
    return { decision: 'abort', confidence: 1 - harmAlpha, reasons: [worst.harm, ...seen], ...common };
  }
  if (!hasTraffic) {
    const missing = `Too little traffic to decide: ${canaryViews} views of the canary and ${liveViews} of the live version, at least ${LEAST_TRAFFIC.views} of each are needed.`;
    return { decision: 'wait', confidence: null, reasons: [missing, ...seen], ...common };
  }
  const harmlessAlpha = Math.max(...measures.map((measure) => measure.harmlessAlpha));
  if (harmlessAlpha <= PROMOTE_ALPHA) {
    return { decision: 'promote', confidence: 1 - harmlessAlpha, reasons: seen, ...common };
  }
  return { decision: 'wait', confidence: null, reasons: ['Not clear yet.', ...seen], ...common };
}

interface Judged {
  /** Highest probability to see this much harm at any time, if there were none. */
  harmAlpha: number;
  /** Highest probability to see so little of it at any time, if the margin were exceeded. */
  harmlessAlpha: number;
  /** A version that fails before its page is left tells of failures and of no view. */
  isClearWithoutViews: boolean;
  harm: string;
  sentence: string;
}

function judgeTrouble(cells: readonly CanaryCell[], what: Trouble, shareOf: ShareOf): Judged {
  const minutes = loneMinutes(cells, what, shareOf);
  const isEnough = minutes.reduce((sum, { canary }) => sum + canary, 0) >= LEAST_TRAFFIC.loneMinutes;
  const canary = countOf(cells, what, true);
  const live = countOf(cells, what, false);
  return {
    harmAlpha: isEnough ? Math.min(1, 1 / harmEvidence(loneBlocks(cells, what, shareOf), minutes)) : 1,
    harmlessAlpha: Math.min(1, 1 / harmlessEvidence(canary, live, PROMOTE_MARGINS.troubleRate)),
    isClearWithoutViews: true,
    harm: `The canary has more ${what}.`,
    sentence: `${what}: ${said(canary)} of the canary, ${said(live)} of the live version`,
  };
}

function judgeSpeed(difference: SpeedDifference | null): Judged {
  const harm = 'The canary is slower.';
  if (difference === null) {
    return {
      harmAlpha: 1,
      harmlessAlpha: 1,
      isClearWithoutViews: false,
      harm,
      sentence: 'LCP: nothing to compare',
    };
  }
  const { logDifference } = difference;
  const width = boundWidth(difference, PROMOTE_ALPHA);
  return {
    harmAlpha: alphaAt(difference, logDifference - Math.log(1 + TOLERATED_SLOWER)),
    harmlessAlpha: alphaAt(difference, Math.log(1 + PROMOTE_MARGINS.slower) - logDifference),
    isClearWithoutViews: false,
    harm,
    sentence: `LCP: ${percentOf(logDifference)}, between ${percentOf(logDifference - width)} and ${percentOf(logDifference + width)}`,
  };
}

function viewsOf(cells: readonly CanaryCell[], isCanary: boolean): number {
  let views = 0;
  for (const cell of cells) if (cell.isCanary === isCanary) views += cell.views;
  return views;
}

function countOf(cells: readonly CanaryCell[], what: Trouble, isCanary: boolean): TroubleCount {
  let reports = 0;
  for (const cell of cells) if (cell.isCanary === isCanary) reports += cell[what];
  return { views: viewsOf(cells, isCanary), reports };
}

/** @example said({ views: 2000, reports: 3 }) // '3 in 2000 views' */
function said({ views, reports }: TroubleCount): string {
  return `${reports} in ${views} views`;
}

/** @example percentOf(0.0953) // '10 % slower' */
function percentOf(logDifference: number): string {
  const percent = Math.round(Math.expm1(logDifference) * 100);
  if (percent === 0) return 'as fast';
  return percent > 0 ? `${percent} % slower` : `${-percent} % faster`;
}
