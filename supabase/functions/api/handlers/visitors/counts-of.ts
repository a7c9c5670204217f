import type { SiteEventsRequest } from '../../../../../shared/src/contracts/backend/site-events.ts';
import type { NewSiteCounts } from '../../database/site-event-calls.ts';
import type { LiveSite } from '../../live-site.ts';
import { campaignOf, sourceOf } from './visit-source.ts';

const OTHER = 'other';

/**
 * What a batch adds to the sums of the day. Null for nothing. A browser cannot invent a page or a version: those that
 * the site does not have are `other`.
 */
export function countsOf(
  { versions, path, referrer = '', campaign = '', events }: SiteEventsRequest,
  { liveSite, siteUrl }: { liveSite: LiveSite; siteUrl: string },
): NewSiteCounts | null {
  const counts = events.flatMap((event) => (event.kind === 'count' ? [event.what] : []));
  if (counts.length === 0) return null;
  const known = (application: 'host' | 'marketing') => {
    const { [application]: version = '' } = versions;
    return liveSite.versions[application].has(version) ? version : OTHER;
  };
  return {
    page: liveSite.pages.has(path) ? path : OTHER,
    source: sourceOf(referrer, new URL(siteUrl).hostname),
    campaign: campaignOf(campaign),
    host_version: known('host'),
    marketing_version: known('marketing'),
    counts,
  };
}
