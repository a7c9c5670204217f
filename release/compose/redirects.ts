import type { PageRedirect } from '@corvane/shared/contracts/remote/remote';
import { UserError } from '@corvane/tools/command/user-error';
import type { SiteReleases } from './site-releases.ts';

/** Plain words between slashes. Anything else would be no file of that name. */
export const PAGE_PATH = /^\/$|^(?:\/[A-Za-z0-9._~-]+)+$/;

/** Paths that the edge answers itself, or that are files beside the pages. */
const RESERVED =
  /^\/(?:$|(?:assets|remotes|rest|functions|_preview|_inbox|healthz|livez|404|index)(?:\/|$)|(?:registry\.json|release\.json|redirects\.json|robots\.txt|sitemap\.xml)$)|\.(?:html|br|gz)$/;

interface Declared extends PageRedirect {
  remote: string;
}

/**
 * Every redirect of a site, of its remotes and of removed remotes. A visitor follows at most one. @throws UserError for
 * an invalid redirect of a remote: to itself, to another site, over a page, to no page, to another redirect.
 */
export function redirectsOf({
  remotes,
  removedPages = [],
}: Pick<SiteReleases, 'remotes' | 'removedPages'>): PageRedirect[] {
  const pages = new Set(Object.values(remotes).flatMap(({ routes }) => routes.map(({ path }) => path)));
  const declared = Object.entries(remotes).flatMap(([remote, { redirects = [] }]) =>
    redirects.map(({ from, to }): Declared => ({ remote, from, to })),
  );
  const targets = new Map(declared.map(({ from, to }) => [from, to]));
  for (const [index, redirect] of declared.entries()) {
    const first = declared.findIndex(({ from }) => from === redirect.from);
    const problem =
      first === index ? problemOf(redirect, pages, targets) : `is declared by ${declared[first]?.remote} too`;
    if (problem !== null) {
      const { remote, from, to } = redirect;
      throw new UserError(`${remote}: the redirect from "${from}" to "${to}" ${problem}`);
    }
  }
  return [
    ...declared.map(({ from, to }) => ({ from, to })),
    ...removedRedirects(removedPages, pages, targets),
  ];
}

function problemOf({ from, to }: Declared, pages: ReadonlySet<string>, targets: ReadonlyMap<string, string>) {
  if (!PAGE_PATH.test(from) || RESERVED.test(from)) return 'has no path that a page could have';
  if (!to.startsWith('/') || to.startsWith('//'))
    return 'leads to another site. Only paths of this one are possible.';
  if (from === to) return 'leads to itself';
  if (pages.has(from)) return 'would hide a page that exists';
  const next = targets.get(to);
  if (next !== undefined) {
    return loops(from, targets)
      ? 'is part of a loop'
      : `leads to another redirect. Let it lead to "${next}" at once.`;
  }
  return pages.has(to) ? null : 'leads to a path without a page';
}

function loops(from: string, targets: ReadonlyMap<string, string>): boolean {
  const seen = new Set<string>();
  for (let at: string | undefined = from; at !== undefined; at = targets.get(at)) {
    if (seen.has(at)) return true;
    seen.add(at);
  }
  return false;
}

/**
 * No team maintains these any more, so they adapt. If the page is back, the redirect ends. If the target moved, it
 * follows. If the target is gone, it leads home.
 */
function removedRedirects(
  removedPages: readonly PageRedirect[],
  pages: ReadonlySet<string>,
  targets: ReadonlyMap<string, string>,
): PageRedirect[] {
  return removedPages
    .filter(({ from }) => !pages.has(from) && !targets.has(from))
    .map(({ from, to }) => {
      const target = targets.get(to) ?? to;
      return { from, to: pages.has(target) ? target : '/' };
    });
}
