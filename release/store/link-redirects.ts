import { existsSync } from 'node:fs';
import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { pageRedirectSchema } from '@corvane/shared/contracts/remote/registry-schema';
import type { PageRedirect } from '@corvane/shared/contracts/remote/remote';
import { UserError } from '@corvane/tools/command/user-error';
import { REDIRECT_SOURCES, REDIRECT_TARGETS } from '@corvane/tools/gateway/files/find-redirect';
import { z } from 'zod';
import { readJsonFile } from './read-json-file.ts';

/** The redirects of a composition, beside its pages. Absent when there are none. */
export const REDIRECTS_FILE = 'redirects.json';

/** Every part of a page's path has a name that begins with no dot, so it leads nowhere else. */
const PAGE_PATH = /^(?:\/(?!\.)[A-Za-z0-9._~-]+)*\/?$/;

/**
 * Lays redirects out as links, below the pages of a composition: `=from/old/path/=` leads to the directory
 * `=to/new/path`. nginx cannot read a list without a reload, but it can read the target of a link. No path of a page
 * holds a `=`.
 * @throws RefusedFilesError for a path that could lead out of the pages
 */
export async function linkRedirects(pagesDir: string, redirects: readonly PageRedirect[]): Promise<void> {
  const unsafe = redirects.flatMap(({ from, to }) => [from, to]).find((one) => !PAGE_PATH.test(one));
  if (unsafe !== undefined) {
    throw new RefusedFilesError(`The redirects of ${pagesDir} hold "${unsafe}", which is no path of a page`);
  }
  for (const { from, to } of redirects) {
    const source = path.join(pagesDir, REDIRECT_SOURCES, from);
    const target = path.join(pagesDir, REDIRECT_TARGETS, to);
    await mkdir(source, { recursive: true });
    await mkdir(target, { recursive: true });
    await symlink(path.relative(source, target), path.join(source, '='));
  }
}

/** For a directory whose links did not come along. Does nothing in one that holds no pages. */
export async function linkStoredRedirects(pagesDir: string): Promise<void> {
  const file = path.join(pagesDir, REDIRECTS_FILE);
  if (!existsSync(file)) return;
  await linkRedirects(pagesDir, await readJsonFile(file, z.array(pageRedirectSchema), 'list of redirects'));
}

/** Files of a bucket that would leave their directory. Anyone who may write a preview could otherwise reach other files. */
export class RefusedFilesError extends UserError {}
