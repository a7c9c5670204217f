import { z } from '../../../lib/zod.ts';
import { instant } from '../instant.ts';

const findingSchema = z.object({
  /** Of the check. It stays the same from version to version. */
  name: z.string(),
  /** Of several web machines the one that was asked, `host:port`. null where it does not matter. */
  machine: z.nullable(z.string()),
  /** `unknown`: the doctor could not look. */
  verdict: z.enum(['right', 'wrong', 'unknown']),
  /** The question that the check answers. */
  asks: z.string(),
  /** What was seen. */
  says: z.string(),
  /** What to do when it is wrong. */
  mend: z.string(),
});
export type SiteFinding = z.infer<typeof findingSchema>;

/** Answer of procedure `get_upkeep()`, for managers: what `ops doctor` found when it last looked. */
export const upkeepSchema = z.object({
  /** null if it never looked. */
  examinedAt: z.nullable(instant),
  findings: z.array(findingSchema),
  now: instant,
});
export type Upkeep = z.infer<typeof upkeepSchema>;
