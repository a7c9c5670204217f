import {
  navigationEntrySchema,
  pageRedirectSchema,
  registryRouteSchema,
  releaseSchema,
} from '@corvane/shared/contracts/remote/registry-schema';
import { versionSchema } from '@corvane/shared/lib/version-schema';
import { z } from 'zod';

/** The source of a build. */
const releaseSourceSchema = z.object({
  /** Commit, 40 hex digits. */
  commit: z.string(),
  /** Built from a work tree with changes that no commit has. */
  isDirty: z.boolean(),
});
export type ReleaseSource = z.infer<typeof releaseSourceSchema>;

/** The record of a published version, whether or not it was ever live. */
export const releaseRecordSchema = releaseSchema.omit({ base: true, origin: true }).extend({
  app: versionSchema,
  routes: z.array(registryRouteSchema),
  navigation: z.array(navigationEntrySchema).optional(),
  redirects: z.array(pageRedirectSchema).optional(),
  files: z.array(z.string()),
  /** UTC ISO 8601. */
  publishedAt: z.string(),
  /** null for a build that came without its history. */
  source: releaseSourceSchema.nullable(),
  /** What it was first published for. */
  purpose: z.enum(['release', 'preview']).default('release'),
  /** Git's name of the person who published it. It is '' when the person is not known. */
  person: z.string().default(''),
});
export type ReleaseRecord = z.infer<typeof releaseRecordSchema>;

/** Where a record is kept, relative to the root. One in another place is none: it speaks for another application. */
export function recordFile({ app, version }: Pick<ReleaseRecord, 'app' | 'version'>): string {
  return `releases/${app}/${version}.json`;
}
