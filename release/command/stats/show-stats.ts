import { writeFile } from 'node:fs/promises';
import type { OpsConnection } from '@corvane/operations';
import { say } from '@corvane/tools/command/say';
import { UserError } from '@corvane/tools/command/user-error';
import { fetchSiteEventStats, formatSiteEventStats, type LiveVersions } from './site-event-stats.ts';
import { fetchSiteFigures, formatSiteFigures } from './site-figures.ts';
import { siteFiguresPage } from './site-figures-page.ts';

/**
 * `release stats`: speed and failures of versions in the last hours, and what visitors did in the last days.
 * @param live null for a destination without a release
 * @throws UserError when the backend does not answer, or the page cannot be written.
 */
export async function showStats(
  connection: Pick<OpsConnection, 'url' | 'secretKey' | 'fetch'>,
  { hours, days, json, page }: { hours: number; days: number; json: boolean; page: string | null },
  live: LiveVersions | null,
): Promise<void> {
  const [versions, figures] = await Promise.all([
    fetchSiteEventStats(connection, hours),
    fetchSiteFigures(connection, days),
  ]);
  if (page !== null) {
    await writeFile(page, siteFiguresPage(figures)).catch((error: Error) => {
      throw new UserError(`The page cannot be written: ${error.message}`);
    });
  }
  if (json) console.log(JSON.stringify({ versions, figures }, null, 2));
  else if (page !== null) say(`Wrote ${page}. Any browser opens it.`);
  else say(`${formatSiteEventStats(versions, live)}\n\n${formatSiteFigures(figures)}`);
}
