import { z } from '../../lib/zod.ts';
import { versionSchema } from '../release-history.ts';
import type { Registry, RegistryRoute, Release, RemoteRelease } from './registry.ts';
import type { NavigationEntry, PageRedirect } from './remote.ts';

export const registryRouteSchema = z.object({
  path: z.string().check(z.startsWith('/')),
  access: z.enum(['public', 'rep']),
  title: z.string(),
  description: z.string(),
  noIndex: z.boolean(),
  preload: z.array(z.string()),
  preloadWithoutHtml: z.optional(z.array(z.string())),
  preloadFor: z.optional(z.record(z.string(), z.array(z.string()))),
}) satisfies z.ZodMiniType<RegistryRoute>;

export const releaseSchema = z.object({
  version: versionSchema,
  contractVersion: z.int().check(z.positive()),
  base: z.string().check(z.startsWith('/'), z.endsWith('/')),
  entry: z.string(),
  css: z.array(z.string()),
  preload: z.array(z.string()),
  integrity: z.record(z.string(), z.string()),
  origin: z.optional(
    z.object({
      person: z.string(),
      commit: z.nullable(z.string()),
      parentCommit: z.nullable(z.string()),
      subjects: z.array(z.string()),
    }),
  ),
}) satisfies z.ZodMiniType<Release>;

export const navigationEntrySchema = z.object({
  place: z.enum(['header', 'footer']),
  path: z.string().check(z.startsWith('/')),
  label: z.string().check(z.regex(/^\S[^\n]{0,23}$/)),
  order: z.optional(z.number()),
  audience: z.optional(z.enum(['everyone', 'customer', 'rep'])),
}) satisfies z.ZodMiniType<NavigationEntry>;

export const pageRedirectSchema = z.object({
  from: z.string(),
  to: z.string(),
}) satisfies z.ZodMiniType<PageRedirect>;

const remoteReleaseSchema = z.extend(releaseSchema, {
  routes: z.array(registryRouteSchema),
  navigation: z.optional(z.array(navigationEntrySchema)),
  redirects: z.optional(z.array(pageRedirectSchema)),
  previous: z.nullable(releaseSchema),
}) satisfies z.ZodMiniType<RemoteRelease>;

/** Validates the content of `registry.json`. */
export const registrySchema = z.object({
  schemaVersion: z.literal(1),
  compositionId: versionSchema,
  host: releaseSchema,
  remotes: z.record(versionSchema, remoteReleaseSchema),
  removedPages: z.optional(z.array(pageRedirectSchema)),
}) satisfies z.ZodMiniType<Registry>;
