import './styles.css';
import type { RemoteModule, RemoteRoute } from '@corvane/shared/contracts/remote';
import { ROUTE_PATHS, type RoutePath } from './route-paths.ts';

const PAGES: Record<RoutePath, Pick<RemoteRoute, 'meta' | 'load'>> = {
  '/': {
    meta: {
      title: 'Corvane: reach the buyers who are already looking',
      description:
        'Intent data, in-market audiences and enriched contacts as a service. Shorter sales cycles and more qualified leads from data that is checked, not guessed.',
    },
    load: () => import('./routes/home/home-page.tsx'),
  },
  '/pricing': {
    meta: {
      title: 'Our Pricing Plans | Corvane',
      description:
        'Four plans for businesses of all sizes: monthly audience creations, data enrichments, contacts, keyword feeds and support, side by side.',
    },
    load: () => import('./routes/pricing/pricing-page.tsx'),
  },
  '/contact': {
    meta: {
      title: 'Contact Our Data Experts | Corvane',
      description: 'Book a demo or ask a question. A person who works with the data answers.',
    },
    load: () => import('./routes/contact/contact-page.tsx'),
  },
};

const remote: RemoteModule = {
  name: 'marketing',
  // Not CONTRACT_VERSION: the number says what this code was written against, not what the checkout offers.
  contractVersion: 1,
  routes: ROUTE_PATHS.map((path) => ({ path, access: 'public', ...PAGES[path] })),
};

export default remote;
