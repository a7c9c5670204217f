import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { precompress } from '../../../gateway/files/precompress.ts';
import { buildClient, type ClientBuild } from './client-builds.ts';
import { clientPage, limitPage, singleBundlePage } from './variant-pages.ts';

/** Names of the sites that are measured beside ours. */
type VariantName = 'limit' | 'one bundle' | 'plain federation';

/** Where the builds of the variants stand in their sites. */
const BENCH_BASE = '/assets/host/bench/';

/**
 * The released site again, each time with other pages from the same sources:
 * - `limit`: the same HTML and styles, no font, no script: what a page with these contents could reach.
 * - `one bundle`: the three applications in one script, rendered in the browser.
 * - `plain federation`: the released remotes, rendered in the browser, nothing inlined or preloaded.
 * @returns the document root of each.
 */
export async function makeVariantSites(
  siteRoot: string,
  workDir: string,
): Promise<Record<VariantName, string>> {
  const single = await buildClient('single', path.join(workDir, 'single-build'));
  const host = await buildClient('host', path.join(workDir, 'host-build'));
  const make = (name: string, rewrite: (html: string) => string, build?: ClientBuild) =>
    makeVariantSite(siteRoot, path.join(workDir, name), rewrite, build);
  return {
    limit: await make('limit', limitPage),
    'one bundle': await make('one-bundle', (html) => singleBundlePage(html, BENCH_BASE, single), single),
    'plain federation': await make('federation', (html) => clientPage(html, BENCH_BASE, host), host),
  };
}

/**
 * A copy of a site, with every page rewritten.
 * @throws when it finds no page, or a page cannot be rewritten: our own pages would be measured as the variant.
 */
async function makeVariantSite(
  siteRoot: string,
  target: string,
  rewrite: (html: string) => string,
  build?: ClientBuild,
): Promise<string> {
  await cp(siteRoot, target, { recursive: true, verbatimSymlinks: true });
  if (build !== undefined) {
    const dir = path.join(target, BENCH_BASE);
    await mkdir(dir, { recursive: true });
    await cp(build.dir, dir, { recursive: true });
    await precompress(dir, build.files);
  }
  const pages = await pagesBelow(target);
  if (pages.length === 0) throw new Error(`${siteRoot} has no page to rewrite`);
  for (const page of pages) await rewritePage(path.join(target, page), rewrite);
  await precompress(target, pages);
  return target;
}

async function rewritePage(file: string, rewrite: (html: string) => string): Promise<void> {
  const html = await readFile(file, 'utf8');
  try {
    await writeFile(file, rewrite(html));
  } catch (error) {
    throw new Error(`${file} cannot become a page of the variant`, { cause: error });
  }
}

/** Each page once, relative to the folder: the hundred lanes are links to the same pages, and are not followed. */
async function pagesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.html'))
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}
