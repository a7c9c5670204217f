import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { HostServerBuild } from '@corvane/shared/contracts/remote/host-build';
import type { Release, RemoteRelease } from '@corvane/shared/contracts/remote/registry';
import type { NavigationEntry, PageRedirect, RemoteModule } from '@corvane/shared/contracts/remote/remote';
import type { AppBuild } from '@corvane/tools/build/build-app';
import { FONT_FACES_FILE } from '@corvane/tools/build/font-faces';
import { refuseStrayRules } from '@corvane/tools/build/owner-scope';
import { UserError } from '@corvane/tools/command/user-error';
import { z } from 'zod';
import { SOURCE_MAP_SUFFIX } from '../store/source-maps.ts';
import { integrityOfFiles } from './integrity.ts';
import { staticImportClosure } from './module-graph.ts';
import { readRemote } from './read-remote.ts';
import { shareReact } from './share-react.ts';

/** Vite writes it and this file reads it. It is not published. */
const MANIFEST = 'manifest.json';
const REMOTE_ENTRY = 'remoteEntry.js';
const HOST_SERVER_ENTRY = 'entry-server.js';

const manifestSchema = z.record(
  z.string(),
  z.object({ file: z.string(), src: z.string().optional(), isEntry: z.boolean().optional() }),
);
type Manifest = z.infer<typeof manifestSchema>;

/** A release as in the registry, without the fields that publishing adds. */
export type BuildDescription = Omit<Release, 'base'> & {
  /** File names relative to the browser build, everything that is published. */
  files: string[];
  routes: RemoteRelease['routes'];
  navigation?: NavigationEntry[];
  redirects?: PageRedirect[];
};

/** @throws UserError for a build that cannot be released: unbuilt, incomplete, with a missing page, or with rules for others. */
export async function describeBuild(build: AppBuild): Promise<BuildDescription> {
  const files = await publishedFiles(build.clientDir);
  const manifest = await readManifest(path.join(build.clientDir, MANIFEST));
  const { version, integrity } = await hashFiles(build, files);
  const css = files.filter((file) => file.endsWith('.css') && !FONT_FACES_FILE.test(file));
  for (const file of css) {
    refuseStrayRules(await readFile(path.join(build.clientDir, file), 'utf8'), build.app, file);
  }
  const common = { version, integrity, css, files };
  return build.app === 'host'
    ? { ...common, ...(await describeHost(build, manifest, common)) }
    : { ...common, ...(await describeRemote(build, manifest, common)) };
}

interface HashedFiles {
  version: string;
  files: string[];
}

async function describeHost(build: AppBuild, manifest: Manifest, { version }: HashedFiles) {
  const host = await loadServerBuild<HostServerBuild>(build.serverDir, HOST_SERVER_ENTRY, version);
  const entry = fileOf(manifest, 'src/entry-client.tsx');
  return {
    contractVersion: host.contractVersion,
    entry,
    preload: await staticImportClosure(build.clientDir, [entry]),
    routes: [],
  };
}

async function describeRemote(build: AppBuild, manifest: Manifest, { version, files }: HashedFiles) {
  const remote = readRemote(
    build.app,
    await loadServerBuild<RemoteModule>(build.serverDir, 'remote.js', version),
  );
  const exposed = files.filter((file) => /^__federation_expose_.*\.js$/.test(file));
  const preload = await staticImportClosure(build.clientDir, [REMOTE_ENTRY, ...exposed]);
  const serverManifest = await readManifest(path.join(build.serverDir, MANIFEST));
  const routes = await Promise.all(
    remote.routes.map(async ({ path: routePath, access, meta, load, loadFor = {} }) => {
      const chunksOf = (loads: () => unknown) =>
        sourcesOfPage(loads, serverManifest, routePath).map((source) => fileOf(manifest, source));
      const chunks = chunksOf(load);
      const needed = await staticImportClosure(build.clientDir, chunks.slice(0, 1));
      const withoutHtml = await staticImportClosure(build.clientDir, chunks.slice(1));
      const forAddresses = Object.entries(loadFor).map(async ([search, loads]) => {
        const files = await staticImportClosure(build.clientDir, chunksOf(loads));
        return [search, files.filter((file) => ![...preload, ...needed].includes(file))] as const;
      });
      return {
        path: routePath,
        access,
        title: meta.title,
        description: meta.description,
        noIndex: meta.noIndex ?? access !== 'public',
        preload: needed.filter((file) => !preload.includes(file)),
        preloadWithoutHtml: withoutHtml.filter((file) => ![...preload, ...needed].includes(file)),
        ...(forAddresses.length === 0
          ? {}
          : { preloadFor: Object.fromEntries(await Promise.all(forAddresses)) }),
      };
    }),
  );
  return {
    contractVersion: remote.contractVersion,
    entry: REMOTE_ENTRY,
    preload,
    routes,
    ...(remote.navigation === undefined ? {} : { navigation: [...remote.navigation] }),
    ...(remote.redirects === undefined ? {} : { redirects: [...remote.redirects] }),
  };
}

/**
 * Loads a server build with the release tool's own React. A build directory is overwritten by the next build: the
 * version keeps this process from remembering the last one.
 */
export async function loadServerBuild<T>(serverDir: string, file: string, version: string): Promise<T> {
  shareReact();
  const url = pathToFileURL(path.join(serverDir, file));
  url.searchParams.set('version', version);
  const module = (await import(url.href)) as { default?: T } & T;
  return module.default ?? module;
}

/**
 * Which sources a route's `load` imports, first the page: its server chunks, looked up in the server build's manifest.
 */
function sourcesOfPage(load: () => unknown, serverManifest: Manifest, routePath: string): string[] {
  const imports = load.toString().matchAll(/import\(\s*["'`]\.\/([^"'`]+)["'`]\s*\)/g);
  const sources = [...imports].map(
    ([, chunk]) => Object.values(serverManifest).find((entry) => entry.file === chunk)?.src,
  );
  if (sources.length === 0 || !sources.every((source) => source !== undefined))
    throw new UserError(`Route ${routePath}: "load" must be () => import('./…')`);
  return sources;
}

function fileOf(manifest: Manifest, source: string): string {
  const file = manifest[source]?.file;
  if (file === undefined) throw new UserError(`The build has no chunk of ${source}`);
  return file;
}

async function readManifest(file: string): Promise<Manifest> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new UserError(`There is no build at ${path.dirname(file)}`);
  });
  return manifestSchema.parse(JSON.parse(text));
}

async function publishedFiles(clientDir: string): Promise<string[]> {
  const entries = await readdir(clientDir, { recursive: true, withFileTypes: true }).catch(() => {
    throw new UserError(`There is no build at ${clientDir}`);
  });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(clientDir, path.join(entry.parentPath, entry.name)))
    .filter((file) => file !== MANIFEST && !file.endsWith(SOURCE_MAP_SUFFIX))
    .sort();
}

/**
 * The version is the hash of the content, browser and server build. So the same build is the same release, on any
 * machine and at any time.
 */
async function hashFiles(build: AppBuild, files: string[]) {
  const whole = createHash('sha256');
  const integrity = await integrityOfFiles(build.clientDir, files);
  for (const [file, hash] of Object.entries(integrity)) whole.update(`${file}\0${hash}\0`);
  const serverFiles = await readdir(build.serverDir).catch(() => {
    throw new UserError(`There is no build at ${build.serverDir}`);
  });
  for (const file of serverFiles.sort())
    whole
      .update(`${file}\0`)
      .update(await readFile(path.join(build.serverDir, file)))
      .update('\0');
  return { version: whole.digest('hex').slice(0, 12), integrity };
}
