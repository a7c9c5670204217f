/** Every page of this application. A link to any other path is left out until that page exists. */
export const ROUTE_PATHS = [
  '/',
  '/pricing',
  '/contact',
  '/comparison',
  '/about',
  '/terms',
  '/privacy',
  '/services',
  '/services/audience-creation',
  '/services/pixel-package',
  '/services/super-pixel',
  '/services/contact-enhancement',
  '/services/custom-model',
  '/data-refinement',
  '/features',
  '/original',
  '/demo-mode',
] as const;

export type RoutePath = (typeof ROUTE_PATHS)[number];

/** @param to path, with or without query and hash. */
export function hasPage(to: string): boolean {
  const path = to.replace(/[?#].*$/, '');
  return (ROUTE_PATHS as readonly string[]).includes(path);
}
