import { type KeyObject, sign, verify } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { z } from '@corvane/shared/lib/zod';
import type { AppBuild } from '@corvane/tools/build/build-app';
import { parseJson } from '@corvane/tools/command/parse-json';
import { SBOM_FILE } from '@corvane/tools/supply/sbom';
import {
  type ReleaseRecord,
  releaseRecordSchema,
  type VersionSignature,
  versionSignatureSchema,
} from '../store/release-record.ts';
import type { SiteStore } from '../store/site-store.ts';
import { SOURCE_MAP_DIRECTORY } from '../store/source-maps.ts';
import type { BuildDescription } from './describe-build.ts';
import { integrityOf, integrityOfContent, integrityOfFiles } from './integrity.ts';

/** The facts that depend only on the build. Signing the same build again signs the same text. */
const factsSchema = z.omit(releaseRecordSchema, {
  publishedAt: true,
  source: true,
  purpose: true,
  person: true,
});
/** What a key signs: everything that composing a site takes from a version, and a hash of each of its files. */
const signedReleaseSchema = z.extend(factsSchema, { serverIntegrity: z.record(z.string(), z.string()) });
type SignedRelease = z.infer<typeof signedReleaseSchema>;

/**
 * Most bytes that a compressed file of a release may hold. The largest of ours has some hundred kilobytes. A file of
 * this size can be made to hold terabytes. It must not fill the memory of a web machine before its hash is known.
 */
const MAX_UNPACKED_BYTES = 32 * 1024 * 1024;

/** Of an Ed25519 signature. */
const SIGNATURE_BYTES = 64;

/** Signs the local build. The destination's files of that version may be older and come from someone else. */
export async function signBuild(
  build: AppBuild,
  description: BuildDescription,
  privateKey: KeyObject,
): Promise<VersionSignature> {
  const serverIntegrity = await integrityOfFiles(build.serverDir, (await readdir(build.serverDir)).sort());
  return signFacts({ ...description, app: build.app, serverIntegrity }, privateKey);
}

/** Signs a published version as it is in the store: for the first key, on a site that had none. */
export async function signPublished(
  store: SiteStore,
  record: ReleaseRecord,
  privateKey: KeyObject,
): Promise<VersionSignature> {
  const directory = store.serverDir(record.app, record.version);
  const serverIntegrity = await integrityOfFiles(directory, await signedServerFiles(directory));
  return signFacts({ ...record, serverIntegrity }, privateKey);
}

function signFacts(facts: SignedRelease, privateKey: KeyObject): VersionSignature {
  return signText(JSON.stringify(signedReleaseSchema.parse(facts)), privateKey);
}

export function signText(signed: string, privateKey: KeyObject): VersionSignature {
  return { signed, signature: sign(null, Buffer.from(signed), privateKey).toString('base64') };
}

/** The text that a key signed, or what is wrong with the signature. */
export function readSigned(
  signatureText: string,
  publicKey: KeyObject,
): { signed: unknown; problem: null } | { problem: string } {
  const stored = versionSignatureSchema.safeParse(parseJson(signatureText)).data;
  const signature = Buffer.from(stored?.signature ?? '', 'base64');
  if (stored === undefined || signature.length !== SIGNATURE_BYTES)
    return { problem: 'its signature is damaged' };
  if (!verify(null, Buffer.from(stored.signed), publicKey, signature))
    return { problem: 'its signature was not made by that key' };
  return { signed: parseJson(stored.signed), problem: null };
}

/** `files`: the signature is valid, but the files or the record differ from the signed ones. */
interface SignatureProblem {
  of: 'signature' | 'files';
  what: string;
}

/** null when the version in the store is the one that the key signed. */
export async function signatureProblem(
  store: SiteStore,
  record: ReleaseRecord,
  signatureText: string,
  publicKey: KeyObject,
): Promise<SignatureProblem | null> {
  const read = readSigned(signatureText, publicKey);
  if (read.problem !== null) return { of: 'signature', what: read.problem };
  const release = signedReleaseSchema.safeParse(read.signed).data;
  if (release === undefined || release.app !== record.app || release.version !== record.version)
    return { of: 'signature', what: 'its signature is of another version' };
  if (!isDeepStrictEqual(factsSchema.parse(release), factsSchema.parse(record)))
    return { of: 'files', what: 'its record was changed after it was signed' };
  const changed = await changedFile(store, release);
  return changed === null ? null : { of: 'files', what: `${changed} after it was signed` };
}

/** The first file that differs from the signed one. */
async function changedFile(store: SiteStore, release: SignedRelease): Promise<string | null> {
  const { app, version } = release;
  const published = await filesOf(store.publicDir(app, version));
  const server = await signedServerFiles(store.serverDir(app, version));
  return (
    (await difference(store.publicDir(app, version), published, release.integrity)) ??
    (await difference(store.serverDir(app, version), server, release.serverIntegrity))
  );
}

/**
 * Without what is only for people, and no part of a page: source maps, which the first publisher compressed, and the
 * list of packages, which does not follow from the build alone.
 */
async function signedServerFiles(directory: string): Promise<string[]> {
  return (await filesOf(directory)).filter(
    (file) => !file.startsWith(`${SOURCE_MAP_DIRECTORY}/`) && file !== SBOM_FILE,
  );
}

/** How the files of a directory differ from the signed ones. null when they do not. */
export async function difference(
  directory: string,
  files: readonly string[],
  signed: Readonly<Record<string, string>>,
): Promise<string | null> {
  const missing = Object.keys(signed).find((file) => !files.includes(file));
  if (missing !== undefined) return `${missing} was removed`;
  for (const file of files) {
    const original = signed[file] === undefined ? file.replace(/\.(?:br|gz)$/, '') : file;
    const expected = signed[original];
    if (expected === undefined) return `${file} was added`;
    const found = await integrityInside(path.join(directory, file), original !== file);
    if (found === 'too large')
      return `${file} holds more than ${MAX_UNPACKED_BYTES / 1024 / 1024} MB: it was changed`;
    if (found !== expected) return `${file} was changed`;
  }
  return null;
}

/** Two machines compress differently, so a compressed copy is compared by its content. */
async function integrityInside(file: string, isCompressed: boolean): Promise<string | 'too large' | null> {
  if (!isCompressed) return integrityOf(file);
  const content = await readFile(file);
  try {
    const unpack = file.endsWith('.br') ? brotliDecompressSync : gunzipSync;
    return integrityOfContent(unpack(content, { maxOutputLength: MAX_UNPACKED_BYTES }));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'too large' : null;
  }
}

export async function filesOf(
  directory: string,
  isWanted: (entry: Dirent) => boolean = (entry) => !entry.isDirectory(),
): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter(isWanted)
    .map((entry) => path.relative(directory, path.join(entry.parentPath, entry.name)))
    .sort();
}
