import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { UserError } from '../../command/user-error.ts';

/**
 * In a folder that others may write to, an existing file would keep its owner. The owner could read what is written.
 * So the file is new, and only the person who runs the command reads it.
 */
const NEW_AND_PRIVATE = { flags: 'wx', mode: 0o600 };

/**
 * Writes a file completely or not at all.
 * @param content a text, or its parts as they come. Only one part is held in memory.
 * @throws UserError when it cannot be written, and any error of the parts.
 */
export async function writeWhole(file: string, content: string | AsyncIterable<string>): Promise<void> {
  const unfinished = `${file}.${randomUUID()}.part`;
  try {
    await pipeline(Readable.from(content), createWriteStream(unfinished, NEW_AND_PRIVATE));
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall !== undefined) throw new UserError(`${file} cannot be written (${code})`);
    throw error;
  }
}
