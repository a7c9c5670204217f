import { z } from '../../lib/zod.ts';
import { versionSchema as releaseVersionSchema } from '../remote/registry-schema.ts';
import { WEB_VITAL_MAX_MS } from './browser-limits.ts';

/** Limits shared by the browser and the server. Lengths in UTF-16 code units. */
const SITE_EVENT_LIMITS = {
  compositionId: 40,
  /** Name of an application. */
  application: 40,
  version: 64,
  /** Applications of one composition. */
  applications: 10,
  path: 200,
  eventsPerBatch: 20,
} as const;

const applicationSchema = z
  .string()
  .max(SITE_EVENT_LIMITS.application)
  .regex(/^[a-z][a-z0-9-]*$/);
const versionSchema = releaseVersionSchema.max(SITE_EVENT_LIMITS.version);

/** One measurement of one page load, as the package `web-vitals` defines it. */
const webVitalSchema = z.strictObject({
  kind: z.literal('web-vital'),
  metric: z.enum(['LCP', 'INP', 'CLS', 'FCP', 'TTFB']),
  /** Milliseconds; CLS has no unit. */
  value: z.number().min(0).max(WEB_VITAL_MAX_MS),
});

/** A version of a remote that could not be shown. */
const remoteFailureSchema = z.strictObject({
  kind: z.literal('remote-failure'),
  remote: applicationSchema,
  /** The version that failed, which need not be the live one. */
  version: versionSchema,
  reason: z.enum(['not-answered', 'timed-out', 'wrong-contract', 'failed']),
  /** An earlier version was shown instead. */
  recovered: z.boolean(),
});

export const siteEventSchema = z.discriminatedUnion('kind', [webVitalSchema, remoteFailureSchema]);
export type SiteEvent = z.infer<typeof siteEventSchema>;
export type WebVitalEvent = z.infer<typeof webVitalSchema>;
export type RemoteFailureEvent = z.infer<typeof remoteFailureSchema>;

/**
 * POST /functions/v1/record-site-events, answered with 204. What one page saw since it last told, and of which
 * versions it was composed. Nothing in it, and nothing that is kept of it, says whose browser it was.
 */
export const siteEventsRequestSchema = z.strictObject({
  compositionId: z
    .string()
    .max(SITE_EVENT_LIMITS.compositionId)
    .regex(/^[A-Za-z0-9][\w.-]*$/),
  /** Application to the version that the page has of it. */
  versions: z.record(applicationSchema, versionSchema).refine((versions) => {
    const count = Object.keys(versions).length;
    return count >= 1 && count <= SITE_EVENT_LIMITS.applications;
  }, `Name 1 to ${SITE_EVENT_LIMITS.applications} applications`),
  /** Path of the route that was shown; never a query, which may hold an access token. */
  path: z
    .string()
    .max(SITE_EVENT_LIMITS.path)
    .regex(/^\/[^?#]*$/),
  events: z.array(siteEventSchema).min(1).max(SITE_EVENT_LIMITS.eventsPerBatch),
});
export type SiteEventsRequest = z.infer<typeof siteEventsRequestSchema>;
