import type { Registry } from '@corvane/shared/contracts/remote/registry';

type RegistryRoute = Registry['remotes'][string]['routes'][number];

export interface RouteMatch {
  remote: string;
  route: RegistryRoute;
}

/**
 * Owner of a path, or null when no live release has it. It compares exactly, like the edge: `/Pricing` is not
 * `/pricing`. It ignores only a slash at the end, because the edge redirects it.
 */
export function matchRoute(registry: Registry, pathname: string): RouteMatch | null {
  const path = pathname.replace(/(?!^)\/+$/, '');
  for (const [remote, release] of Object.entries(registry.remotes)) {
    const route = release.routes.find((candidate) => candidate.path === path);
    if (route !== undefined) return { remote, route };
  }
  return null;
}

/** The page that an unknown path means: one in capitals, or with what stood behind a link in a text. Null for none. */
export function meantBy(registry: Registry, pathname: string): string | null {
  const path = pathname.toLowerCase().replace(/(?:%[\da-f]{2}|[^\w/-])+$/, '');
  return matchRoute(registry, path)?.route.path ?? null;
}

/** New path of a moved page, as the edge redirects it. Null for any other path. */
export function movedTo(registry: Registry, pathname: string): string | null {
  const path = pathname.replace(/(?!^)\/+$/, '');
  const lists = [...Object.values(registry.remotes).map(({ redirects }) => redirects), registry.removedPages];
  const to = lists.flatMap((list) => list ?? []).find(({ from }) => from === path)?.to;
  if (to === undefined) return null;
  return matchRoute(registry, to) === null ? '/' : to;
}
