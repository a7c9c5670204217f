import './styles.css';
import type { PageMeta, RemoteModule, RemoteRoute } from '@corvane/shared/contracts/remote/remote';
import { pageMeta } from './page-meta.ts';
import { ROUTE_PATHS, type RoutePath } from './route-paths.ts';

const PAGES: Record<RoutePath, RemoteRoute['load']> = {
  '/': () => import('./routes/home/home-page.tsx'),
  '/pricing': () => import('./routes/pricing/pricing-page.tsx'),
  '/contact': () => import('./routes/contact/contact-page.tsx'),
  '/comparison': () => import('./routes/comparison/comparison-page.tsx'),
  '/about': () => import('./routes/about/about-page.tsx'),
  '/terms': () => import('./routes/legal/terms-page.tsx'),
  '/privacy': () => import('./routes/legal/privacy-page.tsx'),
  '/services': () => import('./routes/services/services-page.tsx'),
  '/services/audience-creation': () => import('./routes/services/audience-creation-page.tsx'),
  '/services/pixel-package': () => import('./routes/services/pixel-package-page.tsx'),
  '/services/super-pixel': () => import('./routes/services/super-pixel-page.tsx'),
  '/services/contact-enhancement': () => import('./routes/services/contact-enhancement-page.tsx'),
  '/services/custom-model': () => import('./routes/services/custom-model-page.tsx'),
  '/data-refinement': () => import('./routes/data-refinement/data-refinement-page.tsx'),
  '/features': () => import('./routes/features/features-page.tsx'),
  '/original': () => import('./routes/original/original-page.tsx'),
  '/demo-mode': () => import('./routes/original/original-page.tsx'),
};

/** Only the release tool reads these, in the server build. A browser finds them in the registry. */
function metaOf(path: RoutePath): PageMeta {
  return import.meta.env.SSR ? pageMeta()[path] : { title: '', description: '' };
}

const remote: RemoteModule = {
  // Not CONTRACT_VERSION: this number says which contract the code was written for, not which one the checkout has.
  contractVersion: 1,
  routes: ROUTE_PATHS.map((path) => ({ path, access: 'public', meta: metaOf(path), load: PAGES[path] })),
};

export default remote;
