import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Registry } from '@corvane/shared/contracts/remote/registry';
import { formatTable } from '@corvane/tools/command/format-table';
import { UserError } from '@corvane/tools/command/user-error';
import type { Destination } from '../../store/destination.ts';
import type { ReleaseRecord } from '../../store/release-record.ts';

/** The parts of a version that are compared, and the directory of its files. */
interface ComparedVersion
  extends Pick<ReleaseRecord, 'version' | 'contractVersion' | 'routes' | 'files' | 'preload'> {
  dir: string;
}

/** Describes an application's live version. @throws UserError when it has no release. */
export async function liveVersion(
  destination: Destination,
  registry: Registry,
  app: string,
): Promise<ComparedVersion> {
  const version = app === 'host' ? registry.host.version : registry.remotes[app]?.version;
  if (version === undefined) throw new UserError(`${app} was never released`);
  return publishedVersion(destination, app, version);
}

/** @throws UserError when the version does not exist. */
export async function publishedVersion(
  destination: Destination,
  app: string,
  version: string,
): Promise<ComparedVersion> {
  const record = await destination.pullVersion(app, version);
  if (record === null) throw new UserError(`${app} ${version} was never published here, or was pruned`);
  return { ...record, dir: destination.store.publicDir(app, version) };
}

/** The changes of a release, in words. */
export async function compareReleases(
  app: string,
  before: ComparedVersion,
  after: ComparedVersion,
): Promise<string> {
  if (before.version === after.version) return `${app} ${after.version} is live: nothing would change`;
  const lines = [`${app} ${before.version} -> ${after.version}`];
  if (before.contractVersion !== after.contractVersion) {
    lines.push(`contract ${before.contractVersion} -> ${after.contractVersion}`);
  }
  lines.push(...routeChanges(before, after));
  const added = after.files.filter((file) => !before.files.includes(file));
  const removed = before.files.filter((file) => !after.files.includes(file));
  lines.push(
    `files: ${added.length} new, ${removed.length} gone, ${after.files.length - added.length} as before`,
  );
  lines.push('', await scriptSizes(before, after));
  return lines.join('\n');
}

function routeChanges(before: ComparedVersion, after: ComparedVersion): string[] {
  const known = new Map(before.routes.map((route) => [route.path, route]));
  const lines = before.routes
    .filter(({ path: route }) => !after.routes.some((other) => other.path === route))
    .map(({ path: route }) => `- ${route} is gone`);
  for (const route of after.routes) {
    const old = known.get(route.path);
    if (old === undefined) lines.push(`+ ${route.path} "${route.title}"`);
    else if (old.title !== route.title)
      lines.push(`~ ${route.path} title "${old.title}" -> "${route.title}"`);
    else if (old.description !== route.description) lines.push(`~ ${route.path} has another description`);
    if (old !== undefined && old.access !== route.access)
      lines.push(`~ ${route.path} access ${old.access} -> ${route.access}`);
  }
  return lines;
}

/** Bytes of script, brotli, that a page brings with its first view, without the host's. */
async function scriptSizes(before: ComparedVersion, after: ComparedVersion): Promise<string> {
  const paths = after.routes.map((route) => route.path);
  const rows = await Promise.all(
    (paths.length === 0 ? [''] : paths).map(async (route) => {
      const [old, now] = await Promise.all([scriptBytes(before, route), scriptBytes(after, route)]);
      return [
        route || 'every page',
        kilobytes(old),
        kilobytes(now),
        `${now >= old ? '+' : ''}${now - old} B`,
      ];
    }),
  );
  return formatTable([['script, brotli', 'live', 'new', ''], ...rows]);
}

async function scriptBytes(version: ComparedVersion, routePath: string): Promise<number> {
  const route = version.routes.find((candidate) => candidate.path === routePath);
  const files = new Set([...version.preload, ...(route?.preload ?? [])]);
  const sizes = [...files].map(
    async (file) => brotliCompressSync(await readFile(path.join(version.dir, file))).length,
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
