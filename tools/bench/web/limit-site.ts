import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { precompress } from '../../gateway/files/precompress.ts';
import { FACES_SCRIPT, START_SCRIPT } from '../../gateway/inline-scripts.ts';

/**
 * Copies a released site, with the same HTML and styles, no font and no script: what a page with these contents could
 * reach.
 * @throws when it finds no page, or a page cannot be rewritten: our own pages would be measured as the limit.
 */
export async function makeLimitSite(siteRoot: string, target: string): Promise<void> {
  await cp(siteRoot, target, { recursive: true, verbatimSymlinks: true });
  // Each page once: the hundred lanes are links to the same pages, and are not followed.
  const entries = await readdir(target, { recursive: true, withFileTypes: true });
  const pages = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.html'))
    .map((entry) => path.relative(target, path.join(entry.parentPath, entry.name)));
  if (pages.length === 0) throw new Error(`${siteRoot} has no page to rewrite`);
  for (const page of pages) {
    const file = path.join(target, page);
    await writeFile(file, limitPage(await readFile(file, 'utf8'), page));
  }
  await precompress(target, pages);
}

function limitPage(html: string, name: string): string {
  const parts = [
    /<noscript>(?:<link[^>]*>)+<\/noscript>\n/,
    /<template id="page-faces">.*?<\/template>\n/,
    /<template id="page-scripts">.*?<\/template>\n/s,
    `<script>${START_SCRIPT}</script>\n`,
    `<script>${FACES_SCRIPT}</script>\n`,
  ];
  return parts.reduce<string>((page, part) => {
    const changed = page.replace(part, '');
    // It would be measured as if it were another page.
    if (changed === page) throw new Error(`${name} has no part ${String(part).slice(0, 60)}`);
    return changed;
  }, html);
}
