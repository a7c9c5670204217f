import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readlink, realpath, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { UserError } from '@corvane/tools/command/user-error';

/**
 * In a folder that others may write to, an existing file would keep its owner. The owner could read what is written.
 * So the file is new, and only the person who runs the command reads it.
 */
const NEW_AND_PRIVATE = { flags: 'wx', mode: 0o600 };

/**
 * Writes a file completely or not at all. A link stays a link: the file that it names is written. What is no file, such
 * as a pipe or a terminal, receives the content as it comes.
 * @param content a text, or its parts as they come. Only one part is held in memory.
 * @throws UserError when it cannot be written, and any error of the parts.
 */
export async function writeWhole(file: string, content: string | AsyncIterable<string>): Promise<void> {
  const there = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw inWords(file, error);
    return null;
  });
  if (there !== null && !there.isFile() && !there.isDirectory()) {
    return pipeline(Readable.from(content), createWriteStream(file)).catch((error: NodeJS.ErrnoException) => {
      // A reader that has enough is no failure.
      if (error.code !== 'EPIPE') throw inWords(file, error);
    });
  }
  const named = await realpath(file).catch(() => namedByLink(file));
  const unfinished = `${named}.${randomUUID()}.part`;
  try {
    await pipeline(Readable.from(content), createWriteStream(unfinished, NEW_AND_PRIVATE));
    await rename(unfinished, named);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw inWords(file, error);
  }
}

/** What a link names that is not there yet, also by other links. The file itself when it is no link. */
async function namedByLink(file: string): Promise<string> {
  const target = await readlink(file).catch(() => null);
  return target === null ? file : namedByLink(path.resolve(await realpath(path.dirname(file)), target));
}

function inWords(file: string, error: unknown): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall === undefined) return error;
  return new UserError(`${file} cannot be written (${code})`);
}
