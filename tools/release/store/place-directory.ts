import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { explainStorageError } from './storage-error.ts';

/** Ending of directories that are being filled. A directory with it after a day is a leftover. */
export const TEMPORARY_SUFFIX = '.tmp';

/**
 * Fills a temporary directory beside `target` and renames it, so that a directory exists completely or not at all.
 * Does nothing when `target` exists.
 * @throws UserError when the disk is full.
 */
export async function placeDirectory(target: string, fill: (dir: string) => Promise<void>): Promise<void> {
  if (existsSync(target)) return;
  const temporary = `${target.replace(/\/$/, '')}.${randomUUID()}${TEMPORARY_SUFFIX}`;
  try {
    await mkdir(temporary, { recursive: true });
    await fill(temporary);
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    // Another process placed it in the meantime: the same name means the same content.
    const { code } = error as NodeJS.ErrnoException;
    if ((code === 'ENOTEMPTY' || code === 'EEXIST') && existsSync(target)) return;
    throw explainStorageError(error, target);
  }
}
