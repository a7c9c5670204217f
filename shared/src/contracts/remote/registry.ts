import { z } from '../../lib/zod.ts';

/** A route as the registry tells it, so that the host knows the owner of a URL before any remote is loaded. */
export const registryRouteSchema = z.object({
  path: z.string().startsWith('/'),
  access: z.enum(['public', 'rep']),
  title: z.string(),
  description: z.string(),
  noIndex: z.boolean(),
  /** Scripts that the page needs, relative to the release's directory: preloaded with the page. */
  preload: z.array(z.string()),
});

export const releaseSchema = z.object({
  /** Also the name of the immutable directory. */
  version: z.string().regex(/^[a-z0-9][a-z0-9.-]*$/),
  contractVersion: z.number().int().positive(),
  /** Site-absolute directory, ending in `/`: `/remotes/marketing/<version>/`. */
  base: z.string().startsWith('/').endsWith('/'),
  /** File names relative to `base`. */
  entry: z.string(),
  css: z.array(z.string()),
  preload: z.array(z.string()),
  /** File name to `sha384-…`. */
  integrity: z.record(z.string(), z.string()),
  /** UTC ISO 8601. */
  releasedAt: z.string(),
});
export type Release = z.infer<typeof releaseSchema>;

export const remoteReleaseSchema = releaseSchema.extend({
  routes: z.array(registryRouteSchema),
  /** The last good release, tried when the live one cannot be loaded; null for a first release. */
  previous: releaseSchema.nullable(),
});
export type RemoteRelease = z.infer<typeof remoteReleaseSchema>;

/** `registry.json`: what is live. Also inlined in every page, so that a tab keeps to one set of versions. */
export const registrySchema = z.object({
  schemaVersion: z.literal(1),
  /** Identifies this composition; a tab whose id differs from the live one navigates with a full load. */
  compositionId: z.string(),
  host: releaseSchema,
  remotes: z.record(z.string(), remoteReleaseSchema),
});
export type Registry = z.infer<typeof registrySchema>;
