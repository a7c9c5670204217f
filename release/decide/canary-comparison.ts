import type { OpsConnection } from '@corvane/operations';
import { UserError } from '@corvane/tools/command/user-error';
import { type Canary, canaryOf, type SiteState } from '../store/site-state.ts';
import { type Comparison, fetchCanaryFigures } from './canary-figures.ts';

/** The clocks of the database and of the machine that released may differ by so much. */
const CLOCK_ALLOWANCE_MS = 5_000;

/**
 * What is compared with what. Reports are counted by the database's clock, and the beginning is by the clock of the
 * machine that released. So counting begins later by what they may differ: a version whose canary was ended and begun
 * again is not judged by reports of the former one.
 */
export function comparisonOf(
  { app, version }: Pick<Canary, 'app' | 'version'>,
  state: Pick<SiteState, 'versions' | 'canaries' | 'changedAt'>,
): Comparison {
  const begunAt = Date.parse(canaryOf(state, app)?.begunAt ?? state.changedAt);
  return {
    app,
    canaryVersion: version,
    liveVersion: state.versions[app] ?? '',
    since: new Date(begunAt + CLOCK_ALLOWANCE_MS),
  };
}

/**
 * Tries the statistics before anything is released.
 * @throws UserError when they do not answer, or the clocks are too far apart.
 */
export async function tryStatistics(connection: OpsConnection, app: string): Promise<void> {
  const sentAt = Date.now();
  const { askedAt } = await fetchCanaryFigures(connection, {
    app,
    canaryVersion: 'none',
    liveVersion: 'none',
    since: new Date(sentAt),
  });
  const aheadMs = Math.max(sentAt - askedAt.getTime(), 0);
  const behindMs = Math.max(askedAt.getTime() - Date.now(), 0);
  if (Math.max(aheadMs, behindMs) <= CLOCK_ALLOWANCE_MS) return;
  const seconds = Math.round(Math.max(aheadMs, behindMs) / 1000);
  throw new UserError(
    `The clock of this machine is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the database's. Correct it: nothing was released.`,
  );
}
