import { z } from '../../lib/zod.ts';
import { versionSchema } from '../release-history.ts';
import type { Registry, RegistryRoute, Release, RemoteRelease } from './registry.ts';
import type { NavigationEntry, PageRedirect } from './remote.ts';

export const registryRouteSchema = z.object({
  path: z.string().startsWith('/'),
  access: z.enum(['public', 'rep']),
  title: z.string(),
  description: z.string(),
  noIndex: z.boolean(),
  preload: z.array(z.string()),
  preloadWithoutHtml: z.array(z.string()).optional(),
}) satisfies z.ZodType<RegistryRoute>;

export const releaseSchema = z.object({
  version: versionSchema,
  contractVersion: z.number().int().positive(),
  base: z.string().startsWith('/').endsWith('/'),
  entry: z.string(),
  css: z.array(z.string()),
  preload: z.array(z.string()),
  integrity: z.record(z.string(), z.string()),
  origin: z
    .object({
      person: z.string(),
      commit: z.string().nullable(),
      parentCommit: z.string().nullable(),
      subjects: z.array(z.string()),
    })
    .optional(),
}) satisfies z.ZodType<Release>;

export const navigationEntrySchema = z.object({
  place: z.enum(['header', 'footer']),
  path: z.string().startsWith('/'),
  label: z.string().regex(/^\S[^\n]{0,23}$/),
  order: z.number().optional(),
  audience: z.enum(['everyone', 'customer', 'rep']).optional(),
}) satisfies z.ZodType<NavigationEntry>;

export const pageRedirectSchema = z.object({
  from: z.string(),
  to: z.string(),
}) satisfies z.ZodType<PageRedirect>;

const remoteReleaseSchema = releaseSchema.extend({
  routes: z.array(registryRouteSchema),
  navigation: z.array(navigationEntrySchema).optional(),
  redirects: z.array(pageRedirectSchema).optional(),
  previous: releaseSchema.nullable(),
}) satisfies z.ZodType<RemoteRelease>;

/** Validates the content of `registry.json`. */
export const registrySchema = z.object({
  schemaVersion: z.literal(1),
  compositionId: versionSchema,
  host: releaseSchema,
  remotes: z.record(versionSchema, remoteReleaseSchema),
  removedPages: z.array(pageRedirectSchema).optional(),
}) satisfies z.ZodType<Registry>;
