import { z } from '../../../lib/zod.ts';
import { instant } from '../instant.ts';

const count = z.int().check(z.nonnegative());
/** The 75th percentile of the page loads. Null without reports. */
const p75 = z.nullable(z.number().check(z.nonnegative()));

const versionFiguresSchema = z.object({
  application: z.string(),
  version: z.string(),
  /** Page loads that included the version. */
  views: count,
  /** Page loads in which it could not be shown. */
  failures: count,
  /** Different errors thrown while pages were in use, summed over the page loads. */
  errors: count,
  /** Until the largest part of the page was painted. */
  lcpMs: p75,
  /** Until the page answered a press. */
  inpMs: p75,
  /** How much the layout moved by itself. It has no unit. */
  cls: p75,
});
export type VersionFigures = z.infer<typeof versionFiguresSchema>;

/** Answer of procedure `get_release_figures()`, for managers: what browsers saw of each version. */
export const releaseFiguresSchema = z.object({
  rows: z.array(versionFiguresSchema),
  /** Seven days ago, or later if there are too many reports. */
  since: instant,
  now: instant,
});
export type ReleaseFigures = z.infer<typeof releaseFiguresSchema>;
