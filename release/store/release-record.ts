import { versionSchema } from '@corvane/shared/contracts/release-history';
import {
  navigationEntrySchema,
  pageRedirectSchema,
  registryRouteSchema,
  releaseSchema,
} from '@corvane/shared/contracts/remote/registry-schema';
import { z } from '@corvane/shared/lib/zod';

/** The source of a build. */
const releaseSourceSchema = z.object({
  /** Commit, 40 hex digits. */
  commit: z.string(),
  /** Built from a work tree with changes that no commit has. */
  isDirty: z.boolean(),
});
export type ReleaseSource = z.infer<typeof releaseSourceSchema>;

/** The record of a published version, whether or not it was ever live. */
export const releaseRecordSchema = z.extend(z.omit(releaseSchema, { base: true, origin: true }), {
  app: versionSchema,
  routes: z.array(registryRouteSchema),
  navigation: z.optional(z.array(navigationEntrySchema)),
  redirects: z.optional(z.array(pageRedirectSchema)),
  files: z.array(z.string()),
  /** UTC ISO 8601. */
  publishedAt: z.string(),
  /** null for a build that came without its history. */
  source: z.nullable(releaseSourceSchema),
  /** What it was first published for. */
  purpose: z._default(z.enum(['release', 'preview']), 'release'),
  /** Git's name of the person who published it. It is '' when the person is not known. */
  person: z._default(z.string(), ''),
});
export type ReleaseRecord = z.infer<typeof releaseRecordSchema>;

/** Where a record is kept, relative to the root. One in another place is none: it speaks for another application. */
export function recordFile({ app, version }: Pick<ReleaseRecord, 'app' | 'version'>): string {
  return `releases/${app}/${version}.json`;
}

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
  commit: z._default(z.nullable(z.string()), null),
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

/** Below the root, beside the records: signatures come and go with keys, and a record never changes. */
export const SIGNATURES_DIRECTORY = 'signatures';

/** A signature over one published version, by one key. A version has one for each key that signed it. */
export const versionSignatureSchema = z.object({
  /** The signed text: JSON of a `SignedRelease`. */
  signed: z.string(),
  /** Ed25519, base64. */
  signature: z.string(),
});
export type VersionSignature = z.infer<typeof versionSignatureSchema>;

/** Where a signature is kept, relative to the root. An `@` is in no application's name, version or key. */
export function signatureFile(app: string, version: string, keyId: string): string {
  return `${SIGNATURES_DIRECTORY}/${app}@${version}@${keyId}.json`;
}
