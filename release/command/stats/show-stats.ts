import type { OpsConnection } from '@corvane/operations';
import { say } from '@corvane/tools/command/say';
import { fetchSiteEventStats, formatSiteEventStats, type LiveVersions } from './site-event-stats.ts';
import { fetchSiteFigures, formatSiteFigures } from './site-figures.ts';

/**
 * `release stats`: speed and failures of versions in the last hours, and what visitors did in the last days.
 * @param live null for a destination without a release
 * @throws UserError when the backend does not answer.
 */
export async function showStats(
  connection: OpsConnection,
  { hours, days, json }: { hours: number; days: number; json: boolean },
  live: LiveVersions | null,
): Promise<void> {
  const [versions, figures] = await Promise.all([
    fetchSiteEventStats(connection, hours),
    fetchSiteFigures(connection, days),
  ]);
  if (json) console.log(JSON.stringify({ versions, figures }, null, 2));
  else say(`${formatSiteEventStats(versions, live)}\n\n${formatSiteFigures(figures)}`);
}
