import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '@corvane/tools/command/user-error';
import { INLINE_SCRIPTS } from '@corvane/tools/gateway/inline-scripts';
import { WORKSPACE_ROOT } from '@corvane/tools/workspace/workspace-root';
import { fieldAt, textOf } from './page-text.ts';

/**
 * Checks a candidate before it goes live. Every page needs a title and one h1, unless its access is being checked.
 * It may contain no inline script except the site's own, and no price, and must name only existing files.
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
  const price = priceIn(html);
  if (price !== null) return price;
  for (const [, url = ''] of html.matchAll(/(?:href|src)="(\/(?:assets|remotes)\/[^"]+)"/g)) {
    if (!exists(url)) return `names ${url}, which does not exist`;
  }
  const picture =
    /<meta property="og:image" content="https?:\/\/[^/"]+(\/remotes\/([^/"]+)\/[^/"]+\/([^"]+))"/.exec(html);
  if (picture !== null) {
    const [, url = '', remote = '', file = ''] = picture;
    if (!exists(url))
      return `names the picture ${file} for link previews, which is not below ${remote}/static${placeOf(file, remote)}`;
  }
  return null;
}

/** An amount of money, in text or in an attribute, or a field of JSON that holds one. */
const PRICE = /(?:US)?\$\s?\d[\d,.]*|\b\d[\d,.]*\s?(?:USD|dollars)\b|"(\w*cents)"\s*:/i;

/** Every page is public, and only the server knows who may see a price. null when there is none. */
function priceIn(html: string): string | null {
  // Scripts and styles have dollars of their own.
  const text = textOf(html);
  const found = PRICE.exec(text);
  return found && `has a price in ${found[1] ?? fieldAt(text, found.index)}: ${found[0]}`;
}

/** Where the work tree names a file, '' for a build from elsewhere. @example ': marketing/src/pages.ts:9' */
function placeOf(file: string, remote: string): string {
  for (const source of [`${remote}/src/pages.ts`, `${remote}/src/page-details.ts`]) {
    const absolute = path.join(WORKSPACE_ROOT, source);
    const lines = existsSync(absolute) ? readFileSync(absolute, 'utf8').split('\n') : [];
    const line = lines.findIndex((text) => text.includes(`'${file}'`)) + 1;
    if (line > 0) return `: ${source}:${line}`;
  }
  return '';
}
