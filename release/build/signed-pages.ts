import type { KeyObject } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { VersionSignature } from '../store/release-record.ts';
import { type SiteConfig, siteConfigSchema } from '../store/site-config.ts';
import type { SiteStore } from '../store/site-store.ts';
import { integrityOfFiles } from './integrity.ts';
import { difference, filesOf, readSigned, signText } from './signed-release.ts';

const pageSettingsSchema = siteConfigSchema.omit({ webhookUrl: true });
/**
 * What a key signs of a composition: its settings, and a hash of each file. One of the files is the registry, which has
 * a hash of each script and style that the pages load.
 */
const signedPagesSchema = z.object({
  compositionId: z.string(),
  site: pageSettingsSchema,
  integrity: z.record(z.string(), z.string()),
});

const COMPRESSED = /\.(?:br|gz)$/;

/** Signs pages as they are in the store. */
export async function signPageFiles(
  store: SiteStore,
  compositionId: string,
  site: SiteConfig,
  privateKey: KeyObject,
): Promise<VersionSignature> {
  const all = await pageFilesOf(store, compositionId);
  const files = all.filter((file) => !COMPRESSED.test(file) || !all.includes(file.replace(COMPRESSED, '')));
  const integrity = await integrityOfFiles(store.pagesDir(compositionId), files);
  return signText(JSON.stringify(signedPagesSchema.parse({ compositionId, site, integrity })), privateKey);
}

/**
 * null when the pages in the store are those that the key signed.
 * @param site the settings that they should have. Without it, any.
 */
export async function pagesSignatureProblem(
  store: SiteStore,
  compositionId: string,
  signatureText: string,
  publicKey: KeyObject,
  site?: SiteConfig,
): Promise<string | null> {
  const read = readSigned(signatureText, publicKey);
  if (read.problem !== null) return read.problem;
  const signed = signedPagesSchema.safeParse(read.signed).data;
  if (signed?.compositionId !== compositionId) return 'the signature is of other pages';
  if (site !== undefined && !isDeepStrictEqual(signed.site, pageSettingsSchema.parse(site)))
    return 'the state has other settings';
  const files = await pageFilesOf(store, compositionId);
  const changed = await difference(store.pagesDir(compositionId), files, signed.integrity);
  return changed === null ? null : `${changed} after it was signed`;
}

/** As a bucket holds them. The links of redirects are made from one of them. */
function pageFilesOf(store: SiteStore, compositionId: string): Promise<string[]> {
  return filesOf(store.pagesDir(compositionId), (entry) => entry.isFile());
}
