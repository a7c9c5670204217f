import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../command/user-error.ts';
import { WORKSPACE_ROOT } from '../workspace/workspace-root.ts';

/**
 * Writes what stands between `<!-- NAME -->` and `<!-- end of NAME -->` in a document.
 * @param file its path in the repository
 * @throws UserError when the document has no such place.
 */
export async function writeSection(file: string, name: string, section: string): Promise<void> {
  const document = path.join(WORKSPACE_ROOT, file);
  const changed = withSection(await readFile(document, 'utf8'), name, section);
  if (changed === null) throw new UserError(`${file} has no <!-- ${name} --> … <!-- end of ${name} -->`);
  await writeFile(document, changed);
}

/** @returns the page with the section. Null when it has no place for it. */
export function withSection(page: string, name: string, section: string): string | null {
  const place = new RegExp(`(<!-- ${name} -->\n).*?(<!-- end of ${name} -->)`, 's');
  if (!place.test(page)) return null;
  return page.replace(place, (_whole, start: string, end: string) => `${start}\n${section}\n\n${end}`);
}
