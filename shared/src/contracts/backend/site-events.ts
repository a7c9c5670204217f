import { z } from '../../lib/zod.ts';
import { versionSchema as releaseVersionSchema } from '../release-history.ts';
import { WEB_VITAL_MAX_MS } from './browser-limits.ts';
import { COUNTED } from './counted.ts';

/** Limits shared by the browser and the server. Lengths in UTF-16 code units. */
const SITE_EVENT_LIMITS = {
  compositionId: 40,
  /** Name of an application. */
  application: 40,
  version: 64,
  /** Applications of one composition. */
  applications: 10,
  path: 200,
  /** Host name of the website that led here. */
  referrer: 253,
  /** `<utm_source>/<utm_campaign>`, as the address has them. */
  campaign: 200,
  eventsPerBatch: 20,
  /** Errors of one batch, and also the most different errors that one page reports. */
  errorsPerBatch: 5,
  /** Script positions that one error names: where it was thrown, and the components around it. */
  frames: 5,
  components: 2,
} as const;
export const {
  errorsPerBatch: MAX_PAGE_ERRORS,
  frames: MAX_FRAMES,
  components: MAX_COMPONENTS,
} = SITE_EVENT_LIMITS;

const applicationSchema = z
  .string()
  .check(z.maxLength(SITE_EVENT_LIMITS.application), z.regex(/^[a-z][a-z0-9-]*$/));
const versionSchema = releaseVersionSchema.check(z.maxLength(SITE_EVENT_LIMITS.version));

/** One measurement of one page load, as the package `web-vitals` defines it. */
const webVitalSchema = z.strictObject({
  kind: z.literal('web-vital'),
  metric: z.enum(['LCP', 'INP', 'CLS', 'FCP', 'TTFB']),
  /** Milliseconds. CLS has no unit. */
  value: z.number().check(z.gte(0), z.lte(WEB_VITAL_MAX_MS)),
});

/** A version of a remote that could not be shown. */
const remoteFailureSchema = z.strictObject({
  kind: z.literal('remote-failure'),
  remote: applicationSchema,
  /** The version that failed. It may differ from the live one. */
  version: versionSchema,
  reason: z.enum(['not-answered', 'timed-out', 'wrong-contract', 'failed']),
  /** An earlier version was shown instead. */
  recovered: z.boolean(),
});

/** `<application>/<version>/<file>:<line>:<column>`: a place in a published script. */
const frameSchema = z
  .string()
  .check(z.regex(/^[a-z][a-z0-9-]{0,39}\/[A-Za-z0-9][\w.-]{0,63}\/[\w.~-]{1,80}\.js:\d{1,7}:\d{1,7}$/));

/** An error thrown while a page was in use. It has no message, because a message may quote what the visitor typed. */
const pageErrorSchema = z.strictObject({
  kind: z.literal('page-error'),
  /** The application whose script threw, or whose component could not be drawn. */
  application: applicationSchema,
  version: versionSchema,
  /** Where it was noticed: while drawing, while React hydrated the server's HTML, in a script, or in a promise. */
  thrownIn: z.enum(['render', 'hydration', 'script', 'promise']),
  /** The class of the error: TypeError. */
  name: z.string().check(z.regex(/^[A-Z][A-Za-z]{0,39}$/)),
  /** Innermost first. */
  stack: z.array(frameSchema).check(z.maxLength(SITE_EVENT_LIMITS.frames)),
  components: z.array(frameSchema).check(z.maxLength(SITE_EVENT_LIMITS.components)),
});

/** Something to add to a sum of the day. */
const countSchema = z.strictObject({ kind: z.literal('count'), what: z.enum(COUNTED) });

export const siteEventSchema = z.discriminatedUnion('kind', [
  webVitalSchema,
  remoteFailureSchema,
  pageErrorSchema,
  countSchema,
]);
export type SiteEvent = z.infer<typeof siteEventSchema>;
export type WebVitalEvent = z.infer<typeof webVitalSchema>;
export type RemoteFailureEvent = z.infer<typeof remoteFailureSchema>;
export type PageErrorEvent = z.infer<typeof pageErrorSchema>;
export type CountEvent = z.infer<typeof countSchema>;

/**
 * `record-site-events`, answered with 204. What one page noticed since its last report, and the
 * versions on it. Neither the request nor the stored rows identify the browser.
 */
export const siteEventsRequestSchema = z.strictObject({
  compositionId: z
    .string()
    .check(z.maxLength(SITE_EVENT_LIMITS.compositionId), z.regex(/^[A-Za-z0-9][\w.-]*$/)),
  /** Maps each application to its version on the page. */
  versions: z.record(applicationSchema, versionSchema).check(
    z.refine((versions) => {
      const count = Object.keys(versions).length;
      return count >= 1 && count <= SITE_EVENT_LIMITS.applications;
    }, `Name 1 to ${SITE_EVENT_LIMITS.applications} applications`),
  ),
  /** Path of the shown route. Never with the query, which may hold an access token. */
  path: z.string().check(z.maxLength(SITE_EVENT_LIMITS.path), z.regex(/^\/[^?#\p{Cc}]*$/u)),
  /** Host name of the website that led to this page load. Empty without one. Only its kind is stored. */
  referrer: z.optional(z.string().check(z.maxLength(SITE_EVENT_LIMITS.referrer))),
  /** Marks in the address of this page load: `<utm_source>/<utm_campaign>`. Unreadable ones are counted as other. */
  campaign: z.optional(z.string().check(z.maxLength(SITE_EVENT_LIMITS.campaign))),
  events: z.array(siteEventSchema).check(
    z.minLength(1),
    z.maxLength(SITE_EVENT_LIMITS.eventsPerBatch),
    z.refine(
      (events) =>
        events.filter(({ kind }) => kind === 'page-error').length <= SITE_EVENT_LIMITS.errorsPerBatch,
      `Send at most ${SITE_EVENT_LIMITS.errorsPerBatch} errors`,
    ),
    z.refine((events) => {
      const counted = events.flatMap((event) => (event.kind === 'count' ? [event.what] : []));
      return counted.length === new Set(counted).size;
    }, 'Count each thing once'),
  ),
});
export type SiteEventsRequest = z.infer<typeof siteEventsRequestSchema>;
