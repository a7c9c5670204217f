import { UserError } from '../../command/user-error.ts';
import type { OpsConnection } from '../../ops-api/ops-api.ts';
import type { Canary, SiteState } from '../store/site-state.ts';
import { type Comparison, fetchCanaryFigures } from './canary-figures.ts';

/** The clocks of the database and of the machine that released may differ by so much. */
const CLOCK_ALLOWANCE_MS = 3_600_000;

/**
 * What is compared with what. Reports are counted from the canary's first one, by the database's clock. The machine's
 * clock only keeps out what the same version was told of long ago.
 * @param history latest first.
 */
export function comparisonOf(
  canary: Pick<Canary, 'app' | 'version'>,
  { versions }: Pick<SiteState, 'versions'>,
  history: readonly Pick<SiteState, 'canary' | 'changedAt'>[],
): Comparison {
  const { app, version } = canary;
  let startedAt = Date.now();
  for (const state of history) {
    if (state.canary?.app !== app || state.canary.version !== version) break;
    startedAt = Date.parse(state.changedAt);
  }
  return {
    app,
    canaryVersion: version,
    liveVersion: versions[app] ?? '',
    since: new Date(startedAt - CLOCK_ALLOWANCE_MS),
  };
}

/**
 * Tries the statistics before anything is released.
 * @throws UserError when they do not answer, or the clocks are too far apart.
 */
export async function tryStatistics(
  connection: Pick<OpsConnection, 'url' | 'secretKey' | 'fetch'>,
  app: string,
): Promise<void> {
  const since = new Date();
  const { askedAt } = await fetchCanaryFigures(connection, {
    app,
    canaryVersion: 'none',
    liveVersion: 'none',
    since,
  });
  const apartMs = since.getTime() - askedAt.getTime();
  if (Math.abs(apartMs) <= CLOCK_ALLOWANCE_MS) return;
  const hours = (Math.abs(apartMs) / 3_600_000).toFixed(1);
  throw new UserError(
    `The clock of this machine is ${hours} h ${apartMs > 0 ? 'ahead of' : 'behind'} the database's. Correct it: nothing was released.`,
  );
}
