import { OpsApi, type OpsConnection } from '@corvane/operations';
import { formatTable } from '@corvane/tools/command/format-table';
import { z } from 'zod';
import { canaryOf, type SiteState } from '../../store/site-state.ts';

const p75Schema = z.number().nullable();
const statsSchema = z.object({
  application: z.string(),
  version: z.string(),
  /** Page loads that included the version. */
  views: z.number(),
  /** Pages on which the version could not be shown. */
  failures: z.number(),
  /** Those of them on which an earlier version was shown then. */
  recoveredFailures: z.number(),
  /** Different errors in use, summed over the page loads. */
  errors: z.number(),
  /** The 75th percentiles of the page loads. Null without reports. CLS has no unit. */
  p75: z.object({
    lcpMs: p75Schema,
    inpMs: p75Schema,
    cls: p75Schema,
    fcpMs: p75Schema,
    ttfbMs: p75Schema,
  }),
  firstSeenAt: z.string(),
  lastSeenAt: z.string(),
});

/** The browsers' reports about one version of one application. */
export type SiteEventStats = z.infer<typeof statsSchema>;

/**
 * Asks the backend what browsers saw in the last hours.
 * @returns by application, the version seen last first.
 * @throws UserError when the backend does not answer or refuses the key.
 */
export async function fetchSiteEventStats(
  connection: OpsConnection,
  sinceHours: number,
): Promise<SiteEventStats[]> {
  const api = new OpsApi(connection);
  const since = new Date(Date.now() - sinceHours * 3_600_000).toISOString();
  return z.array(statsSchema).parse(await api.rpc('site_event_stats', { since_param: since }));
}

const NOT_TOLD = '-';
const HEADINGS = [
  'application',
  'version',
  '',
  'views',
  'LCP p75',
  'INP p75',
  'CLS p75',
  'failures/1000 views',
  'errors/1000 views',
];
const TEXT_COLUMNS = 3;

/** What is live, as far as the table names it. */
export type LiveVersions = Pick<SiteState, 'versions' | 'canaries'>;

/**
 * A table for people, without a line break at its end.
 * @param live null for a destination without a release.
 */
export function formatSiteEventStats(rows: readonly SiteEventStats[], live: LiveVersions | null): string {
  if (rows.length === 0) return 'No browser has reported anything yet.';
  return formatTable([HEADINGS, ...rows.map((row) => cellsOf(row, live))], TEXT_COLUMNS);
}

function cellsOf(
  { application, version, views, failures, errors, p75 }: SiteEventStats,
  live: LiveVersions | null,
): string[] {
  return [
    application,
    version,
    markOf(application, version, live),
    String(views),
    p75.lcpMs === null ? NOT_TOLD : `${Math.round(p75.lcpMs)} ms`,
    p75.inpMs === null ? NOT_TOLD : `${Math.round(p75.inpMs)} ms`,
    p75.cls === null ? NOT_TOLD : p75.cls.toFixed(3),
    rateOf(failures, views),
    rateOf(errors, views),
  ];
}

function markOf(application: string, version: string, live: LiveVersions | null): string {
  const canary = live && canaryOf(live, application);
  if (canary?.version === version) return `canary, ${canary.percent} %`;
  return live?.versions[application] === version ? 'live' : '';
}

/** A version without a view has no rate: a count is printed. */
function rateOf(count: number, views: number): string {
  if (views === 0) return count === 0 ? NOT_TOLD : `${count} in no view`;
  return ((count / views) * 1000).toFixed(1);
}
