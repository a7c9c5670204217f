import { z } from 'zod';
import type { CallDatabase } from './database-call.ts';

/** One page's events for `record_site_events`, perhaps none. They have column names, because the rows are made from them. */
export interface NewSiteEvents {
  composition_id: string;
  versions: Record<string, string>;
  path: string;
  events: (
    | { kind: 'web-vital'; metric: string; value: number }
    | { kind: 'remote-failure'; remote: string; remote_version: string; reason: string; recovered: boolean }
    | {
        kind: 'page-error';
        application: string;
        application_version: string;
        thrown_in: string;
        error_name: string;
        stack: string[];
        components: string[];
      }
  )[];
}

/** What one page counted, for the same call: known pages and versions, or other. */
export interface NewSiteCounts {
  page: string;
  /** Kind of the website that led to the page load. */
  source: string;
  campaign: string;
  host_version: string;
  marketing_version: string;
  counts: string[];
}

/** What browsers report and count. */
export function siteEventCalls(call: CallDatabase) {
  return {
    /**
     * Counts the batch at the limit of its network. The events keep only the group of the network.
     * @returns false when the limit of the day is reached. Then the events, or else the counts, are not stored.
     */
    recordSiteEvents: (batch: NewSiteEvents, counts: NewSiteCounts | null, network: string) =>
      call(
        'record_site_events',
        { batch_param: { ...batch }, counts_param: counts && { ...counts }, network_param: network },
        z.boolean(),
      ),
  };
}
