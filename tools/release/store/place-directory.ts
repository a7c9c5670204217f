import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { explainStorageError } from './storage-error.ts';

/** Ending of directories that are being filled; whatever still has it after a day was cut short. */
export const TEMPORARY_SUFFIX = '.tmp';

/**
 * Fills a temporary directory beside `target` and renames it, so that a directory is there whole or not at all. Does
 * nothing when `target` is there.
 * @throws UserError when there is no room for it.
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
    // Placed by somebody else meanwhile: what is the same by name is the same by content.
    const { code } = error as NodeJS.ErrnoException;
    if ((code === 'ENOTEMPTY' || code === 'EEXIST') && existsSync(target)) return;
    throw explainStorageError(error, target);
  }
}
