/** How often one of the two versions alone had trouble in a stretch of time. */
export interface LoneTrouble {
  canary: number;
  live: number;
  /** The canary's part of the views, above 0 and below 1. */
  canaryShare: number;
}

/** How many times as often as the live version a canary may fail. Each is tried with the same weight. */
const RATIOS = [1.7, 3, 5, 10, 40];

/** Minutes in a row for which one visitor's trouble may go on. */
const MINUTES_OF_ONE_VISITOR = 3;

/**
 * Evidence that the canary fails more often than the live version: an e-process, whose expectation is at most 1 while it
 * does not. So it exceeds 1/α with a probability of at most α, however often one looks (Ville's inequality).
 *
 * It is the mixture likelihood ratio of Robbins for two Poisson rates, given their sum. The source is 'Statistical
 * methods related to the law of the iterated logarithm' (1970). Trouble that one version has alone is the canary's
 * with the probability s·r / (s·r + 1 − s). Here s is its share of the views. And r is how many times as often it
 * fails. Stretches of time with trouble are counted instead of failures. One visitor's failures come together, and an
 * outage hits both versions at once. While the canary has no more views than the live version, that can only favor
 * the canary.
 *
 * Blocks of ten minutes keep a visitor's failures together. Minutes show a clear harm sooner, and several of them
 * count as one. The mean of two e-processes is one.
 */
export function harmEvidence(blocks: readonly LoneTrouble[], minutes: readonly LoneTrouble[]): number {
  return (likelihoodRatio(blocks, 1) + likelihoodRatio(minutes, MINUTES_OF_ONE_VISITOR)) / 2;
}

function likelihoodRatio(stretches: readonly LoneTrouble[], stretchesOfOne: number): number {
  return mean(
    RATIOS.map((ratio) => {
      let logRatio = 0;
      for (const { canary, live, canaryShare: share } of stretches) {
        logRatio += canary * Math.log(ratio) - (canary + live) * Math.log(share * ratio + 1 - share);
      }
      return Math.exp(logRatio / stretchesOfOne);
    }),
  );
}

/** Reports of trouble in the views of one version. */
export interface TroubleCount {
  views: number;
  reports: number;
}

/** Rates below the live one that a harmless canary may have, as shares of it. */
const SHARES_OF_LIVE_RATE = [0.5, 0.75, 1];

/**
 * Evidence that the canary's rate is below the live one plus the margin, again an e-process: Wald's likelihood ratio for
 * a Poisson rate, mixed over lower rates. The live rate is taken one standard deviation lower than it was seen.
 */
export function harmlessEvidence(canary: TroubleCount, live: TroubleCount, marginRate: number): number {
  if (live.views === 0) return 0;
  const liveRate = Math.max(0, live.reports - Math.sqrt(live.reports)) / live.views;
  const refused = liveRate + marginRate;
  return mean(
    SHARES_OF_LIVE_RATE.map((share) => {
      // Never 0: one failure would end all evidence.
      const rate = Math.max(liveRate * share, marginRate / 100);
      return Math.exp(canary.reports * Math.log(rate / refused) + canary.views * (refused - rate));
    }),
  );
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
