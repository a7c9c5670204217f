import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { explainStorageError } from '@corvane/tools/process/storage-error';

/** Ending of directories that are being filled. A directory with it after a day is a leftover. */
export const TEMPORARY_SUFFIX = '.tmp';

/**
 * Fills a temporary directory beside `target` and renames it, so that a directory exists completely or not at all.
 * Does nothing when `target` exists.
 * @returns whether this call placed it.
 * @throws UserError when the disk is full.
 */
export async function placeDirectory(target: string, fill: (dir: string) => Promise<void>): Promise<boolean> {
  if (existsSync(target)) return false;
  const temporary = `${target.replace(/\/$/, '')}.${randomUUID()}${TEMPORARY_SUFFIX}`;
  try {
    await mkdir(temporary, { recursive: true });
    await fill(temporary);
    await rename(temporary, target);
    return true;
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    // Another process placed it in the meantime: the same name means the same content.
    const { code } = error as NodeJS.ErrnoException;
    if ((code === 'ENOTEMPTY' || code === 'EEXIST') && existsSync(target)) return false;
    throw explainStorageError(error, target);
  }
}

/** Writes a file whole, in place of what it held. @throws UserError when the disk is full. */
export async function placeFile(file: string, text: string): Promise<void> {
  const temporary = `${file}.${process.pid}.tmp`;
  try {
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(temporary, text);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw explainStorageError(error, file);
  }
}
