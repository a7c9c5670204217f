import { z } from 'zod';

/**
 * What every page of a site is told, whoever releases. Kept with the site's state, so that the teams need not agree
 * on it again at each release.
 */
export const siteConfigSchema = z.object({
  /** Origin of the site, without a slash at its end: for canonical links. */
  siteUrl: z.string().regex(/^https?:\/\/[^/]+$/),
  brandName: z.string().min(1),
  /** Where the API answers; '' for the site's own origin. */
  apiUrl: z.string(),
  publishableKey: z.string(),
});
export type SiteConfig = z.infer<typeof siteConfigSchema>;
