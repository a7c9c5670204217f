import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/** @returns `sha384-…` as subresource integrity writes it. */
export async function integrityOf(file: string): Promise<string> {
  return integrityOfContent(await readFile(file));
}

export function integrityOfContent(content: Uint8Array): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`;
}
