import { z } from '../lib/zod.ts';

/** Letters, digits, dots and dashes: a version is the name of a directory. */
export const versionSchema = z.string().check(z.regex(/^[a-z0-9][a-z0-9.-]*$/));

/** Where the edge serves it. It belongs to the live state, so every lane gets the same. */
export const HISTORY_FILE = 'history.json';

/**
 * What a change did to an application.
 * - `release`, `promote`, `rollback`, `restore`: the version became live.
 * - `canary`: a share of the visitors began to see the version, or the share changed.
 * - `abort`: the version was a canary until then.
 * - `remove`: the version was live until then, and nothing came in its place.
 */
export const CHANGE_KINDS = [
  'release',
  'canary',
  'promote',
  'abort',
  'rollback',
  'restore',
  'remove',
] as const;

export const releaseChangeSchema = z.object({
  app: versionSchema,
  version: versionSchema,
  kind: z.enum(CHANGE_KINDS),
  /** UTC ISO 8601. */
  at: z.iso.datetime({ offset: true }),
  /** Of a canary: share of the visitors, whole percent. */
  percent: z.optional(z.int()),
  /** Commit of the version, its first 10 hex digits. Null for a build that came without its history. */
  commit: z.nullable(z.string().check(z.maxLength(10))),
  /** Git's name of the person who released the version, as in `registry.json`. '' if unknown. */
  person: z.string(),
});
export type ReleaseChange = z.infer<typeof releaseChangeSchema>;

/** A version that only those see who know its address, which is a secret and not told here. */
export const previewFactsSchema = z.pick(releaseChangeSchema, {
  app: true,
  version: true,
  at: true,
  commit: true,
});
export type PreviewFacts = z.infer<typeof previewFactsSchema>;

/** `history.json`: what is live, what can be previewed, and what was changed. Public. */
export const releaseHistorySchema = z.object({
  schemaVersion: z.literal(1),
  /** Live version per application, without the canaries. */
  versions: z.record(versionSchema, versionSchema),
  /** At most one of each application. */
  canaries: z.array(z.object({ app: versionSchema, version: versionSchema, percent: z.int() })),
  /** Newest first, at most 50. */
  previews: z.array(previewFactsSchema),
  /** Of each application the latest ones, newest first. Empty until the first change by a tool that keeps them. */
  changes: z.array(releaseChangeSchema),
});
export type ReleaseHistory = z.infer<typeof releaseHistorySchema>;
