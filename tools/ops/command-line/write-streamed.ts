import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { UserError } from '../../command/user-error.ts';

/** Only the person who runs the command reads the file. */
const OWNER_ONLY = 0o600;

/**
 * Writes a file part by part, as the parts come, completely or not at all. Only one part is held in memory.
 * @throws UserError when it cannot be written, and whatever the parts throw.
 */
export async function writeStreamed(file: string, parts: AsyncIterable<string>): Promise<void> {
  const unfinished = `${file}.part`;
  try {
    await pipeline(Readable.from(parts), createWriteStream(unfinished, { mode: OWNER_ONLY }));
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall !== undefined) throw new UserError(`${file} cannot be written (${code})`);
    throw error;
  }
}
