import { rename, rm, writeFile } from 'node:fs/promises';
import { UserError } from '../../command/user-error.ts';

/** Only the person who runs the command reads the file. */
const OWNER_ONLY = 0o600;

/** Writes a file completely or not at all. @throws UserError when it cannot be written. */
export async function writeWhole(file: string, text: string): Promise<void> {
  const unfinished = `${file}.part`;
  try {
    await writeFile(unfinished, text, { mode: OWNER_ONLY });
    await rename(unfinished, file);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw new UserError(`${file} cannot be written (${(error as NodeJS.ErrnoException).code})`);
  }
}
