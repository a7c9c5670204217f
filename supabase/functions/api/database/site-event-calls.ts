import { z } from 'zod';
import type { CallDatabase } from './database-call.ts';

/** One page's events for `record_site_events`. They have column names, because the rows are made from them. */
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

/** What one page counted, for `record_site_counts`: known pages and versions, or other. */
export interface NewSiteCounts {
  page: string;
  /** Kind of the website that led to the page load. */
  source: string;
  campaign: string;
  host_version: string;
  marketing_version: string;
  counts: string[];
}

/** What browsers report and count. Each call rejects with `DatabaseError`. */
export interface SiteEventCalls {
  /** @returns false when the day's limit is reached. Then nothing of the batch is stored. */
  recordSiteEvents(batch: NewSiteEvents): Promise<boolean>;
  /** @returns false when the day's limit is reached. Then nothing of the batch is added. */
  recordSiteCounts(batch: NewSiteCounts): Promise<boolean>;
}

export function siteEventCalls(call: CallDatabase): SiteEventCalls {
  return {
    recordSiteEvents: async (batch) =>
      (await call('record_site_events', { batch_param: { ...batch } }, z.number().int())) > 0,
    recordSiteCounts: (batch) => call('record_site_counts', { batch_param: { ...batch } }, z.boolean()),
  };
}
