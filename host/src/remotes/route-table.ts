import type { Registry } from '@corvane/shared/contracts/remote/registry';

type RegistryRoute = Registry['remotes'][string]['routes'][number];

export interface RouteMatch {
  remote: string;
  route: RegistryRoute;
}

/**
 * Owner of a path, or null for what no live release knows. Exact, as the edge serves pages: `/Pricing` is not
 * `/pricing`. Only a slash at the end counts for nothing, which the edge redirects.
 */
export function matchRoute(registry: Registry, pathname: string): RouteMatch | null {
  const path = pathname.replace(/(?!^)\/+$/, '');
  for (const [remote, release] of Object.entries(registry.remotes)) {
    const route = release.routes.find((candidate) => candidate.path === path);
    if (route !== undefined) return { remote, route };
  }
  return null;
}
