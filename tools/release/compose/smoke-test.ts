import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../../command/user-error.ts';
import { INLINE_SCRIPTS } from './inline-scripts.ts';

/**
 * Checks a candidate before it goes live. Every page needs a title and one h1, unless its access is being checked.
 * It may contain no inline script except the site's own, and must name only existing files.
 * @throws UserError naming the page and its problem.
 */
export async function smokeTest(siteRoot: string, pagesDir: string): Promise<void> {
  const pages = (await readdir(pagesDir, { recursive: true })).filter((file) => file.endsWith('.html'));
  for (const page of pages) {
    const html = await readFile(path.join(pagesDir, page), 'utf8');
    const problem = findProblem(html, (url) => existsSync(path.join(siteRoot, url)));
    if (problem !== null) throw new UserError(`Not released: ${page} ${problem}`);
  }
}

/** null when nothing is wrong. */
export function findProblem(html: string, exists: (url: string) => boolean): string | null {
  if (!/<title>[^<]+<\/title>/.test(html)) return 'has no title';
  const headings = html.match(/<h1[\s>]/g)?.length ?? 0;
  const isPending = html.includes('aria-busy="true"');
  if (headings !== 1 && !isPending) return `has ${headings} h1 headings`;
  const withoutOwnScripts = INLINE_SCRIPTS.reduce(
    (rest, script) => rest.replace(`<script>${script}</script>`, ''),
    html,
  );
  for (const [, attributes = ''] of withoutOwnScripts.matchAll(/<script([^>]*)>/g)) {
    if (!/\ssrc=/.test(attributes) && !/type="application\/(ld\+)?json"/.test(attributes)) {
      return 'has an inline script';
    }
  }
  for (const [, url = ''] of html.matchAll(/(?:href|src)="(\/(?:assets|remotes)\/[^"]+)"/g)) {
    if (!exists(url)) return `names ${url}, which does not exist`;
  }
  return null;
}
