/** Every page of this application. A link to any other path is left out until that page exists. */
export const ROUTE_PATHS = ['/', '/pricing', '/contact'] as const;

export type RoutePath = (typeof ROUTE_PATHS)[number];

/** @param to path, with or without query and hash. */
export function hasPage(to: string): boolean {
  const path = to.replace(/[?#].*$/, '');
  return (ROUTE_PATHS as readonly string[]).includes(path);
}
