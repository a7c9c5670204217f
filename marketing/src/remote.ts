import './styles.css';
import type { PageMeta, RemoteModule, RemoteRoute } from '@corvane/shared/contracts/remote/remote';
import { pageMeta } from './page-meta.ts';
import { ROUTE_PATHS, type RoutePath } from './route-paths.ts';
import { withSections } from './static-sections/with-sections.tsx';

const PAGES: Record<RoutePath, RemoteRoute['load']> = {
  '/': () =>
    withSections('/', import('./routes/home/home-page.tsx'), () => import('./routes/home/home-sections.tsx')),
  '/pricing': () =>
    withSections(
      '/pricing',
      import('./routes/pricing/pricing-page.tsx'),
      () => import('./routes/pricing/pricing-sections.tsx'),
    ),
  '/contact': () =>
    withSections(
      '/contact',
      import('./routes/contact/contact-page.tsx'),
      () => import('./routes/contact/contact-sections.tsx'),
    ),
  '/comparison': () =>
    withSections(
      '/comparison',
      import('./routes/comparison/comparison-page.tsx'),
      () => import('./routes/comparison/comparison-sections.tsx'),
    ),
  '/about': () =>
    withSections(
      '/about',
      import('./static-sections/static-page.tsx'),
      () => import('./routes/about/about-sections.tsx'),
    ),
  '/terms': () =>
    withSections(
      '/terms',
      import('./routes/legal/legal-page.tsx'),
      () => import('./routes/legal/legal-sections.tsx'),
    ),
  '/privacy': () =>
    withSections(
      '/privacy',
      import('./routes/legal/legal-page.tsx'),
      () => import('./routes/legal/legal-sections.tsx'),
    ),
  '/services': () =>
    withSections(
      '/services',
      import('./static-sections/static-page.tsx'),
      () => import('./routes/services/services-sections.tsx'),
    ),
  '/services/audience-creation': () =>
    withSections(
      '/services/audience-creation',
      import('./static-sections/static-page.tsx'),
      () => import('./routes/services/service-pages.tsx'),
    ),
  '/services/pixel-package': () =>
    withSections(
      '/services/pixel-package',
      import('./static-sections/static-page.tsx'),
      () => import('./routes/services/service-pages.tsx'),
    ),
  '/services/super-pixel': () =>
    withSections(
      '/services/super-pixel',
      import('./static-sections/static-page.tsx'),
      () => import('./routes/services/service-pages.tsx'),
    ),
  '/services/contact-enhancement': () =>
    withSections(
      '/services/contact-enhancement',
      import('./static-sections/static-page.tsx'),
      () => import('./routes/services/service-pages.tsx'),
    ),
  '/services/custom-model': () =>
    withSections(
      '/services/custom-model',
      import('./static-sections/static-page.tsx'),
      () => import('./routes/services/service-pages.tsx'),
    ),
  '/data-refinement': () =>
    withSections(
      '/data-refinement',
      import('./routes/data-refinement/data-refinement-page.tsx'),
      () => import('./routes/data-refinement/data-refinement-sections.tsx'),
    ),
  '/features': () =>
    withSections(
      '/features',
      import('./routes/features/features-page.tsx'),
      () => import('./routes/features/features-sections.tsx'),
    ),
  '/original': () =>
    withSections(
      '/original',
      import('./routes/original/original-page.tsx'),
      () => import('./routes/home/home-sections.tsx'),
    ),
  '/demo-mode': () =>
    withSections(
      '/demo-mode',
      import('./routes/original/original-page.tsx'),
      () => import('./routes/home/home-sections.tsx'),
    ),
};

const PAGES_WITH_PLANS: readonly string[] = ['/', '/pricing', '/original', '/demo-mode'];

/** Prices need code that other visitors never load. */
const beginPlans: RemoteRoute['begin'] = async ({ session }) => {
  if (session.status !== 'anonymous') await import('./sections/plans/signed-in-prices.tsx');
};

/** Only the release tool reads these, in the server build. A browser finds them in the registry. */
function metaOf(path: RoutePath): PageMeta {
  return import.meta.env.SSR ? pageMeta()[path] : { title: '', description: '' };
}

const remote: RemoteModule = {
  // Not CONTRACT_VERSION: this number says which contract the code was written for, not which one the checkout has.
  contractVersion: 1,
  routes: ROUTE_PATHS.map((path) => ({
    path,
    access: 'public',
    meta: metaOf(path),
    load: PAGES[path],
    ...(PAGES_WITH_PLANS.includes(path) && { begin: beginPlans }),
  })),
};

export default remote;
