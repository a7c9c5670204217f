import { existsSync } from 'node:fs';
import { cp, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { AppBuild } from '@corvane/tools/build/build-app';
import { UserError } from '@corvane/tools/command/user-error';
import { precompress } from '@corvane/tools/gateway/files/precompress';
import { SBOM_FILE } from '@corvane/tools/supply/sbom';
import type { BuildDescription } from '../../build/describe-build.ts';
import { integrityOf } from '../../build/integrity.ts';
import { placeDirectory, placeFile } from '../../store/place-directory.ts';
import type { ReleaseRecord } from '../../store/release-record.ts';
import type { SiteStore } from '../../store/site-store.ts';
import { keepSourceMaps } from '../../store/source-maps.ts';

/**
 * Copies a build to its own immutable directories and records it. Existing files stay untouched, because a version
 * is the hash of its content. The record comes last, so a version with a record is complete.
 * @returns a function that takes it back, unless a state shows it by then.
 * @throws UserError when the version exists with other content.
 */
export async function publishBuild(
  store: SiteStore,
  build: AppBuild,
  description: BuildDescription,
  origin: Pick<ReleaseRecord, 'source' | 'person' | 'purpose'>,
): Promise<() => Promise<void>> {
  const { version, files } = description;
  await refuseOtherContent(store, build.app, description);
  const placed: string[] = [];
  const place = async (dir: string, fill: (dir: string) => Promise<void>) => {
    if (await placeDirectory(dir, fill)) placed.push(dir);
  };
  try {
    await place(store.publicDir(build.app, version), async (dir) => {
      for (const file of files) {
        await mkdir(path.dirname(path.join(dir, file)), { recursive: true });
        await cp(path.join(build.clientDir, file), path.join(dir, file));
      }
      await precompress(dir, files);
    });
    await place(store.serverDir(build.app, version), async (dir) => {
      await cp(build.serverDir, dir, { recursive: true });
      await keepSourceMaps(build.clientDir, dir);
      await keepSbom(build, dir);
    });
    const publishedAt = new Date().toISOString();
    const file = store.recordFile(build.app, version);
    const isNew = !existsSync(file);
    const record: ReleaseRecord = { app: build.app, publishedAt, ...origin, ...description };
    if (isNew) await placeFile(file, JSON.stringify(record));
    // The record first: a version with a record is complete.
    const ours = isNew ? [file, ...placed] : placed;
    return () => store.dropVersion(build.app, version, ours);
  } catch (error) {
    // Without its record the version could not be found again.
    for (const dir of placed) await rm(dir, { recursive: true, force: true });
    throw error;
  }
}

/** A build that came without a list of its packages is released without. */
async function keepSbom({ serverDir }: AppBuild, dir: string): Promise<void> {
  const file = path.join(path.dirname(serverDir), SBOM_FILE);
  if (existsSync(file)) await cp(file, path.join(dir, SBOM_FILE));
}

async function refuseOtherContent(
  store: SiteStore,
  app: string,
  { version, integrity }: BuildDescription,
): Promise<void> {
  const dir = store.publicDir(app, version);
  if (!existsSync(dir)) return;
  for (const [file, expected] of Object.entries(integrity)) {
    const found = await integrityOf(path.join(dir, file)).catch(() => null);
    if (found !== expected) {
      throw new UserError(`${app} ${version} is already published, but its ${file} differs from this build`);
    }
  }
}
