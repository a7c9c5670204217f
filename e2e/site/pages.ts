import { registrySchema } from '@corvane/shared/contracts/remote/registry-schema';
import { stack } from '../stack.ts';

/** The public routes in the specification's table, and the landing variant. */
export const SPECIFIED_PATHS = [
  '/',
  '/original',
  '/demo-mode',
  '/features',
  '/pricing',
  '/about',
  '/contact',
  '/comparison',
  '/terms',
  '/privacy',
  '/services',
  '/services/audience-creation',
  '/services/pixel-package',
  '/services/super-pixel',
  '/services/contact-enhancement',
  '/services/custom-model',
  '/data-refinement',
] as const;

/** Every public page of the live releases. A page released later is included automatically. */
export async function publicPages() {
  const response = await fetch(`${stack.url}/registry.json`);
  const registry = registrySchema.parse(await response.json());
  return Object.values(registry.remotes)
    .flatMap((remote) => remote.routes)
    .filter((route) => route.access === 'public');
}
