import { z } from 'zod';
import { siteConfigSchema } from './site-config.ts';

const versionsSchema = z.record(z.string(), z.string());

export const CANARY_MAX_PERCENT = 50;

export const canarySchema = z.object({
  app: z.string(),
  version: z.string(),
  /** Share of the visitors, whole percent: that many of the 100 lanes. */
  percent: z.number().int().min(1).max(CANARY_MAX_PERCENT),
  compositionId: z.string(),
});
export type Canary = z.infer<typeof canarySchema>;

/**
 * The complete live state in one document. Each change writes the next revision beside the last, and one revision
 * is live at a time. So every reader of a state reads a consistent site.
 */
export const siteStateSchema = z.object({
  schemaVersion: z.literal(1),
  /** 1 for a site's first release. */
  revision: z.number().int().positive(),
  /** UTC ISO 8601. */
  changedAt: z.string(),
  /** The change, for `release list`. */
  action: z.string(),
  compositionId: z.string(),
  /** Live version per application, without the canary. */
  versions: versionsSchema,
  canary: canarySchema.nullable(),
  site: siteConfigSchema,
  /** `<application>/<version>` that a prune is removing: a rollback must not use them. */
  retired: z.array(z.string()),
});
export type SiteState = z.infer<typeof siteStateSchema>;
