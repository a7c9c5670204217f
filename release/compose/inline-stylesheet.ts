import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '@corvane/tools/command/user-error';

export interface InlineStylesheet {
  /** Site-absolute address of the file. The host does not load it again (host/src/remotes/stylesheet.ts). */
  href: string;
  css: string;
}

/**
 * A stylesheet for the HTML of a page, so that the first paint waits for no second request.
 * @throws UserError when the file is missing, or contains what would end its block.
 */
export async function inlineStylesheet(siteRoot: string, href: string): Promise<InlineStylesheet> {
  const css = await readFile(path.join(siteRoot, href), 'utf8').catch(() => {
    throw new UserError(`The stylesheet ${href} cannot be read`);
  });
  if (/<\/style/i.test(css)) throw new UserError(`The stylesheet ${href} contains "</style"`);
  return { href, css: withAbsoluteUrls(css, path.posix.dirname(href)).trim() };
}

/** Addresses in a file are relative to the file. In a page they would be relative to the page. */
function withAbsoluteUrls(css: string, directory: string): string {
  return css.replaceAll(/url\((["']?)(?!["']?(?:[a-z]+:|\/|#))(?:\.\/)?/gi, `url($1${directory}/`);
}
