import type { CanaryFigures, VersionFigures } from './canary-figures.ts';

/** From here on, a canary is aborted. Fewer reports, or those of fewer networks, may be chance or one person. */
const ABORT = {
  /** Failures or errors beside those of the network with the most. */
  reports: 5,
  networks: 4,
  /** Views of the live version, to know how often it fails. */
  liveViews: 100,
  /** How much more often than the live version a canary may fail: times, and of its views. */
  timesLive: 2,
  failingViews: 1 / 100,
  /** How many times the live version's LCP, and what it takes to say so. */
  timesSlower: 1.5,
  slowViews: 200,
  slowNetworks: 20,
} as const;

/** A canary is promoted when it costs no more than this. With fewer views, a person decides. */
const PROMOTE = { views: 2_000, failingViews: 1 / 1_000, timesSlower: 1.1 } as const;

export interface Verdict {
  decision: 'promote' | 'abort' | 'wait';
  /** For people: why, and what was seen of each measure. */
  reasons: string[];
}

/** Judges a canary by what is stored of it. The same figures give the same verdict in any process. */
export function judgeCanary(
  { canary, live }: Pick<CanaryFigures, 'canary' | 'live'>,
  canaryPercent: number,
): Verdict {
  // A failure is reported after two seconds, and a view only when its page is hidden.
  const expectedViews = Math.round((live.views * canaryPercent) / (100 - canaryPercent));
  const canaryViews = Math.max(canary.views, expectedViews);
  const liveRate = (what: Trouble) => (live.views === 0 ? 0 : live[what].reports / live.views);
  const canaryRate = (what: Trouble) => (canaryViews === 0 ? 0 : canary[what].reports / canaryViews);
  const slower = slownessOf(canary, live);
  const seen = [
    ...TROUBLES.map(
      (what) =>
        `${what}: ${said(canary[what], canaryViews)} of the canary, ${said(live[what], live.views)} of the live version`,
    ),
    `LCP: ${slower === null ? 'nothing to compare' : percentOf(slower)}`,
  ];

  const harm = TROUBLES.find(
    (what) =>
      live.views >= ABORT.liveViews &&
      canary[what].reports >= ABORT.reports &&
      canary[what].networks >= ABORT.networks &&
      canaryRate(what) > ABORT.timesLive * liveRate(what) + ABORT.failingViews,
  );
  if (harm !== undefined) return { decision: 'abort', reasons: [`The canary has more ${harm}.`, ...seen] };
  const fewestViews = Math.min(canary.views, live.views);
  const fewestNetworks = Math.min(canary.lcp.networks, live.lcp.networks);
  const canBeSlow = fewestViews >= ABORT.slowViews && fewestNetworks >= ABORT.slowNetworks;
  if (canBeSlow && slower !== null && slower > ABORT.timesSlower)
    return { decision: 'abort', reasons: ['The canary is slower.', ...seen] };
  if (fewestViews < PROMOTE.views)
    return { decision: 'wait', reasons: [`A person decides below ${PROMOTE.views} views of each.`, ...seen] };
  const isAsGood =
    // Of its own views alone: those that are expected are a guess, which may hide failures.
    TROUBLES.every((what) => canary[what].reports / canary.views <= liveRate(what) + PROMOTE.failingViews) &&
    slower !== null &&
    slower <= PROMOTE.timesSlower;
  return isAsGood
    ? { decision: 'promote', reasons: seen }
    : { decision: 'wait', reasons: ['Worse, but not by enough to abort.', ...seen] };
}

type Trouble = 'failures' | 'errors';
const TROUBLES: readonly Trouble[] = ['failures', 'errors'];

/** @returns how many times as long the canary's main content takes. */
function slownessOf({ lcp: canary }: VersionFigures, { lcp: live }: VersionFigures): number | null {
  return canary.ms === null || live.ms === null ? null : canary.ms / live.ms;
}

/** @example said({ reports: 3, networks: 2 }, 2000) // '3 in 2000 views' */
function said({ reports }: VersionFigures['failures'], views: number): string {
  return `${reports} in ${views} views`;
}

/** @example percentOf(1.1) // '10 % slower' */
function percentOf(times: number): string {
  const percent = Math.round((times - 1) * 100);
  if (percent === 0) return 'as fast';
  return percent > 0 ? `${percent} % slower` : `${-percent} % faster`;
}
