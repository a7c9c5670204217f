import { existsSync } from 'node:fs';
import { lstat, mkdir, open, readFile, readlink, rename, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { type Registry, registrySchema } from '@corvane/shared/contracts/registry';
import { StackError } from '../stack/stack-error.ts';

export const REGISTRY_FILE = 'registry.json';

/**
 * Where a site lives on disk.
 *
 * ```
 * assets/host/<version>/      published, immutable
 * remotes/<name>/<version>/   published, immutable
 * pages/<composition>/        prerendered pages and registry.json, immutable
 * current -> pages/<…>        what is live
 * server/<app>/<version>/     server builds for prerendering, never served
 * ```
 */
export class SiteStore {
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  get currentLink(): string {
    return path.join(this.root, 'current');
  }

  /** Site-absolute directory of a release, with a slash at its end. */
  publicBase(app: string, version: string): string {
    return app === 'host' ? `/assets/host/${version}/` : `/remotes/${app}/${version}/`;
  }

  publicDir(app: string, version: string): string {
    return path.join(this.root, this.publicBase(app, version));
  }

  serverDir(app: string, version: string): string {
    return path.join(this.root, 'server', app, version);
  }

  pagesDir(compositionId: string): string {
    return path.join(this.root, 'pages', compositionId);
  }

  /**
   * The live registry; null for a site that was never released.
   * @throws StackError when something is live but its registry is missing or corrupt.
   */
  async liveRegistry(): Promise<Registry | null> {
    if (!(await isLink(this.currentLink))) return null;
    const file = path.join(this.currentLink, REGISTRY_FILE);
    const text = await readFile(file, 'utf8').catch(() => {
      throw new StackError(
        `The live registry ${file} is missing; run "reset", or point "current" at a good release`,
      );
    });
    const parsed = registrySchema.safeParse(parseJson(text));
    if (!parsed.success) {
      throw new StackError(
        `The live registry ${file} is corrupt; run "reset", or point "current" at a good release`,
      );
    }
    return parsed.data;
  }

  /** Makes a composition live: one atomic rename. */
  async makeLive(compositionId: string): Promise<void> {
    const target = path.join('pages', compositionId);
    if (!existsSync(path.join(this.root, target)))
      throw new StackError(`There is no composition ${compositionId}`);
    if ((await readlink(this.currentLink).catch(() => null)) === target) return;
    const next = path.join(this.root, `.current-${process.pid}`);
    await rm(next, { force: true });
    await symlink(target, next);
    await rename(next, this.currentLink);
  }

  /**
   * Runs one release at a time.
   * @throws StackError when another release is still running after `timeoutMs`.
   */
  async withLock<T>(work: () => Promise<T>, timeoutMs = 120_000): Promise<T> {
    await mkdir(this.root, { recursive: true });
    const lock = path.join(this.root, '.release-lock');
    const deadline = Date.now() + timeoutMs;
    for (;;) {
      const handle = await open(lock, 'wx').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') return null;
        throw error;
      });
      if (handle !== null) {
        await handle.writeFile(String(process.pid));
        await handle.close();
        break;
      }
      const owner = Number(await readFile(lock, 'utf8').catch(() => ''));
      if (owner > 0 && !isAlive(owner)) await rm(lock, { force: true });
      else if (Date.now() > deadline)
        throw new StackError(`Another release (process ${owner}) is still running`);
      else await new Promise((resolve) => setTimeout(resolve, 100));
    }
    try {
      return await work();
    } finally {
      await rm(lock, { force: true });
    }
  }
}

async function isLink(file: string): Promise<boolean> {
  const stats = await lstat(file).catch(() => null);
  return stats !== null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
