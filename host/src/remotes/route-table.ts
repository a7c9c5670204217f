import type { Registry } from '@corvane/shared/contracts/registry';
import { matchPath } from 'react-router-dom';

type RegistryRoute = Registry['remotes'][string]['routes'][number];

export interface RouteMatch {
  remote: string;
  route: RegistryRoute;
  params: Readonly<Record<string, string>>;
}

/** Owner of a path, or null for what no live release knows. A literal path wins over one with parameters. */
export function matchRoute(registry: Registry, pathname: string): RouteMatch | null {
  let best: RouteMatch | null = null;
  for (const [remote, release] of Object.entries(registry.remotes)) {
    for (const route of release.routes) {
      const match = matchPath(route.path, pathname);
      if (match === null) continue;
      const found = { remote, route, params: definedValues(match.params) };
      if (Object.keys(found.params).length === 0) return found;
      best ??= found;
    }
  }
  return best;
}

/** Decoded, as a page expects them; what cannot be decoded is handed on as it stands. */
function definedValues(params: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params)
      .filter((entry): entry is [string, string] => entry[1] !== undefined)
      .map(([name, value]) => [name, decode(value)]),
  );
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
