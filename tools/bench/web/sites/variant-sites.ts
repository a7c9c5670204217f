import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { emptyReactPage } from '../../../checks/page-weight/empty-react-page.ts';
import { precompress } from '../../../gateway/files/precompress.ts';
import { FACES_SCRIPT, START_SCRIPT } from '../../../gateway/inline-scripts.ts';

/** Where the script of the empty page is. */
const EMPTY_SCRIPT = '/assets/host/bench/empty.js';

/**
 * The released site again, each time with other pages at the same addresses:
 * - `limit`: the same HTML and styles, no font, no script: what a page with these contents could reach.
 * - `empty React page`: React DOM, and nothing to draw: what a page of any contents costs that uses React.
 * @returns the document root of each.
 */
export async function makeVariantSites(siteRoot: string, workDir: string): Promise<Record<string, string>> {
  const { html, script } = await emptyReactPage(EMPTY_SCRIPT);
  const empty = await makeVariantSite(siteRoot, path.join(workDir, 'empty'), () => html);
  await mkdir(path.dirname(path.join(empty, EMPTY_SCRIPT)), { recursive: true });
  await writeFile(path.join(empty, EMPTY_SCRIPT), script);
  await precompress(empty, [EMPTY_SCRIPT]);
  return {
    limit: await makeVariantSite(siteRoot, path.join(workDir, 'limit'), limitPage),
    'empty React page': empty,
  };
}

/** A released page without fonts and scripts: what is left is painted, and nothing else happens. */
function limitPage(html: string): string {
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
    if (changed === page) throw new Error(`The page has no part ${String(part).slice(0, 60)}`);
    return changed;
  }, html);
}

/**
 * A copy of a site, with every page rewritten.
 * @throws when it finds no page, or a page cannot be rewritten: our own pages would be measured as the variant.
 */
async function makeVariantSite(
  siteRoot: string,
  target: string,
  rewrite: (html: string) => string,
): Promise<string> {
  await cp(siteRoot, target, { recursive: true, verbatimSymlinks: true });
  const pages = await pagesBelow(target);
  if (pages.length === 0) throw new Error(`${siteRoot} has no page to rewrite`);
  for (const page of pages) {
    const file = path.join(target, page);
    try {
      await writeFile(file, rewrite(await readFile(file, 'utf8')));
    } catch (error) {
      throw new Error(`${file} cannot become a page of the variant`, { cause: error });
    }
  }
  await precompress(target, pages);
  return target;
}

/** Each page once, relative to the folder: the hundred lanes are links to the same pages, and are not followed. */
async function pagesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.html'))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}
