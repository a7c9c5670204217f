import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { BRAND } from '../../shared/src/brand/brand.ts';
import { brandSchema } from '../../shared/src/brand/brand-schema.ts';
import { UserError } from '../command/user-error.ts';
import { withProcessLock } from '../process/process-lock.ts';
import { WORKSPACE_ROOT } from '../workspace/workspace-root.ts';
import { inlineRuntime } from './inline-runtime.ts';
import { mergeFacades } from './merge-facades.ts';
import { refuseStrayRules } from './owner-scope.ts';
import { BUILD_LIMIT_MS, reasonOfFailure, runVite, withoutStack } from './run-vite.ts';

/** The inputs of an application's build: files and folders relative to the workspace. */
export function inputsOf(app: string): string[] {
  return [app, 'shared/src', 'shared/package.json', 'tools/build', 'tools/workspace', 'pnpm-lock.yaml'];
}

export interface AppBuild {
  app: string;
  /** Browser build. */
  clientDir: string;
  /** Build that prerenders. */
  serverDir: string;
  /** false when a build of the same sources was already there. */
  rebuilt: boolean;
}

/**
 * Builds one application alone, browser and server build, unless its sources are unchanged since the last build.
 * Each Vite build runs in its own process, because the federation plugin keeps its state in module globals.
 * @throws UserError for a brand that cannot be used, and when a build fails or hangs. The build's own output is printed.
 */
export function buildApp(app: string): Promise<AppBuild> {
  const appDir = path.join(WORKSPACE_ROOT, app);
  refuseBadBrand(BRAND);
  refuseUnreadablePath(WORKSPACE_ROOT);
  // Two builds at once would empty each other's folder.
  return withProcessLock(path.join(appDir, '.build-lock'), () => buildInto(appDir, app), {
    timeoutMs: 5 * 60_000,
    busy: (pid) => `${app} is still being built by process ${pid}`,
  });
}

/** @throws UserError for a path that Vite would read as the address of something else. */
export function refuseUnreadablePath(folder: string): void {
  const character = /[#?]/.exec(folder)?.[0];
  if (character !== undefined)
    throw new UserError(
      `A build cannot read a path with "${character}": ${folder}. Move or rename that folder.`,
    );
}

// Without them every issue says 'Invalid input'.
z.config(z.locales.en());

/** @throws UserError for a brand that a page, a mail or a picture cannot show. */
function refuseBadBrand(brand: unknown): void {
  const issue = brandSchema.safeParse(brand).error?.issues[0];
  if (issue) throw new UserError(`shared/src/brand/brand.ts: ${issue.path.join('.')} ${issue.message}`);
}

async function buildInto(appDir: string, app: string): Promise<AppBuild> {
  const stampFile = path.join(appDir, 'dist/build.json');
  const build = {
    app,
    clientDir: path.join(appDir, 'dist/client'),
    serverDir: path.join(appDir, 'dist/server'),
  };
  const fingerprint = await fingerprintOf(app);
  if ((await readStamp(stampFile)) === fingerprint) return { ...build, rebuilt: false };

  await rm(path.join(appDir, 'dist'), { recursive: true, force: true });
  await runVites(appDir, [[], ['--ssr']]);
  await mergeFacades(build.clientDir);
  await inlineRuntime(build.clientDir);
  for (const file of await readdir(build.clientDir)) {
    if (file.endsWith('.css'))
      refuseStrayRules(await readFile(path.join(build.clientDir, file), 'utf8'), app, file);
  }
  await writeFile(stampFile, JSON.stringify({ fingerprint }));
  return { ...build, rebuilt: true };
}

async function readStamp(file: string): Promise<string | null> {
  try {
    const stamp: unknown = JSON.parse(await readFile(file, 'utf8'));
    return (stamp as { fingerprint?: string }).fingerprint ?? null;
  } catch {
    return null;
  }
}

/** Runs builds side by side, each to its end. @throws UserError when one fails or hangs, after printing its output. */
async function runVites(appDir: string, builds: readonly (readonly string[])[]): Promise<void> {
  const limit = AbortSignal.timeout(BUILD_LIMIT_MS);
  const outputs = await Promise.all(builds.map((options) => runVite(appDir, options, limit)));
  const failed = outputs.find((output) => output !== null);
  if (failed === undefined) return;
  // An error in the source fails both builds with the same message.
  console.error(withoutStack(failed));
  throw new UserError(reasonOfFailure(failed, path.basename(appDir)));
}

/** SHA-256 over the path and content of every file that the build reads. */
async function fingerprintOf(app: string): Promise<string> {
  const hash = createHash('sha256');
  for (const input of inputsOf(app)) {
    for (const file of await filesBelow(path.join(WORKSPACE_ROOT, input))) {
      hash.update(path.relative(WORKSPACE_ROOT, file)).update('\0');
      hash.update(await readFile(file)).update('\0');
    }
  }
  return hash.digest('hex');
}

async function filesBelow(start: string): Promise<string[]> {
  if (!existsSync(start)) throw new UserError(`${path.relative(WORKSPACE_ROOT, start)} is missing`);
  const entries = await readdir(start, { recursive: true, withFileTypes: true }).catch(() => null);
  if (entries === null) return [start];
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter(
      (file) =>
        !/[/\\](node_modules|dist)[/\\]|\.test\.tsx?$|[/\\]__snapshots__[/\\]|[/\\]\.build-lock/.test(file),
    )
    .sort();
}
