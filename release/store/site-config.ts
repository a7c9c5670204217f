import { z } from 'zod';

/**
 * The settings of every page of a site, for releases of all teams. Stored with the site's state, so that the teams
 * need not agree on them at each release.
 */
export const siteConfigSchema = z.object({
  /** Origin of the site, without a slash at its end: for canonical links. */
  siteUrl: z.string().regex(/^https?:\/\/[^/]+$/),
  /** Address of the API. '' for the site's own origin. */
  apiUrl: z.string(),
  publishableKey: z.string(),
  /** Told of each change, by a POST. Absent: no address is told. It is in no page. */
  webhookUrl: z
    .string()
    .regex(/^https?:\/\/\S+$/)
    .optional(),
  /** Public key that overrides are checked with, raw, in base64url. Absent: the site takes none. */
  overrideKey: z
    .string()
    .regex(/^[\w-]{87}$/)
    .optional(),
});
export type SiteConfig = z.infer<typeof siteConfigSchema>;
