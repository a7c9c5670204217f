import { z } from 'zod';

/**
 * A judgment about a published version, kept beside its record, which never changes. A version has at most one
 * mark.
 */
export const versionMarkSchema = z.object({
  app: z.string(),
  version: z.string(),
  /** A person says that it must not go live. */
  kind: z.literal('bad'),
  why: z.string(),
  /** Commit of the version. Null for a build that came without its history, or with uncommitted changes. */
  commit: z.string().nullable().default(null),
  /** Git's name. It is '' when the person is not known. */
  person: z.string(),
  /** UTC ISO 8601. */
  markedAt: z.string(),
});
export type VersionMark = z.infer<typeof versionMarkSchema>;

/** Where a mark is kept, relative to the root. An `@` is in no application's name, version or kind. */
export function markFile({ app, version, kind }: Pick<VersionMark, 'app' | 'version' | 'kind'>): string {
  return `marks/${app}@${version}@${kind}.json`;
}
