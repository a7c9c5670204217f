import { realpath } from 'node:fs/promises';
import path from 'node:path';

/** Directories below the pages of a composition. A link in the first leads to a directory in the second. */
export const REDIRECT_SOURCES = '=from';
export const REDIRECT_TARGETS = '=to';

/** Whether a path could name one of those. It has no address. */
export function namesRedirectLinks(pathname: string): boolean {
  return pathname.includes('=');
}

/** New path of a page that has moved, as nginx/site.conf finds it. Null for any other path. */
export async function findRedirect(pages: string, pathname: string): Promise<string | null> {
  if (namesRedirectLinks(pathname)) return null;
  const target = await realpath(path.join(pages, REDIRECT_SOURCES, pathname, '=')).catch(() => null);
  const found = target === null ? null : /.*\/=to(\/.*)?$/.exec(target);
  return found === null ? null : (found[1] ?? '/');
}
