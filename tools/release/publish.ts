import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { AppBuild } from '../build/build-app.ts';
import type { BuildDescription } from './describe-build.ts';
import type { SiteStore } from './site-store.ts';

const COMPRESSIBLE = /\.(html|js|css|svg|json|txt|xml|webmanifest)$/;
/** Smaller files gain nothing from compression. */
const COMPRESS_FROM_BYTES = 256;

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

/**
 * Copies a build to its own immutable directory. What is there already stays untouched: a version is the hash of
 * its content. The directory appears whole, by one rename.
 */
export async function publishBuild(
  store: SiteStore,
  build: AppBuild,
  description: BuildDescription,
): Promise<void> {
  await placeDirectory(store.publicDir(build.app, description.version), async (dir) => {
    for (const file of description.files) await cp(path.join(build.clientDir, file), path.join(dir, file));
    await precompress(dir, description.files);
  });
  await placeDirectory(store.serverDir(build.app, description.version), (dir) =>
    cp(build.serverDir, dir, { recursive: true }),
  );
}

/** Fills a temporary directory beside `target` and renames it; does nothing when `target` is there. */
export async function placeDirectory(target: string, fill: (dir: string) => Promise<void>): Promise<void> {
  if (existsSync(target)) return;
  const temporary = `${target.replace(/\/$/, '')}.${randomUUID()}.tmp`;
  await mkdir(temporary, { recursive: true });
  try {
    await fill(temporary);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    throw error;
  }
}

/** Writes a `.br` and a `.gz` beside every file that is worth it; a web server picks them by name. */
export async function precompress(dir: string, files: readonly string[]): Promise<void> {
  for (const file of files.filter((name) => COMPRESSIBLE.test(name))) {
    const content = await readFile(path.join(dir, file));
    if (content.length < COMPRESS_FROM_BYTES) continue;
    const [br, gz] = await Promise.all([brotli(content), gzip(content, { level: 9 })]);
    await writeFile(path.join(dir, `${file}.br`), br);
    await writeFile(path.join(dir, `${file}.gz`), gz);
  }
}
