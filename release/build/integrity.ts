import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** @returns `sha384-…` as subresource integrity writes it. */
export async function integrityOf(file: string): Promise<string> {
  return integrityOfContent(await readFile(file));
}

export function integrityOfContent(content: Uint8Array): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`;
}

/** @returns the integrity of each file of a directory, by its name. */
export async function integrityOfFiles(
  directory: string,
  files: readonly string[],
): Promise<Record<string, string>> {
  const integrity: Record<string, string> = {};
  for (const file of files) integrity[file] = await integrityOf(path.join(directory, file));
  return integrity;
}
