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
  '/comparison': {
    meta: {
      title: 'Compare Our Plans | Corvane',
      description:
        'Foundation+, Accelerate Pro, Moonshot and Enterprise feature by feature: monthly allowances, keyword feeds, custom models, web-hooks and support.',
    },
    load: () => import('./routes/comparison/comparison-page.tsx'),
  },
  '/about': {
    meta: {
      title: 'About Corvane',
      description:
        'Founded in 2018, with a platform since 2022: who finds the buyers behind the signals, and what you can hold us to.',
    },
    load: () => import('./routes/about/about-page.tsx'),
  },
  '/terms': {
    meta: {
      title: 'Terms of Service | Corvane',
      description: 'What you may expect from Corvane, and what we expect from you. Preliminary version.',
    },
    load: () => import('./routes/legal/terms-page.tsx'),
  },
  '/privacy': {
    meta: {
      title: 'Privacy Policy | Corvane',
      description: 'Which data Corvane holds, why, and what you can do about it. Preliminary version.',
    },
    load: () => import('./routes/legal/privacy-page.tsx'),
  },
  '/services/audience-creation': {
    meta: {
      title: 'In-Market Audience Creation | Corvane',
      description:
        'Find the people and companies that are comparing right now: topics, strength, profile and place, always fresh.',
    },
    load: () => import('./routes/services/audience-creation-page.tsx'),
  },
  '/services/pixel-package': {
    meta: {
      title: 'Pixel Package | Corvane',
      description:
        'Recognise anonymous website visitors and hand the people behind them to your team, by web-hook or into your tools.',
    },
    load: () => import('./routes/services/pixel-package-page.tsx'),
  },
  '/services/super-pixel': {
    meta: {
      title: 'Super Pixel | Corvane',
      description:
        'Hybrid deterministic and probabilistic matching of anonymous visits on one identity graph, privacy-compliant by design.',
    },
    load: () => import('./routes/services/super-pixel-page.tsx'),
  },
  '/services/contact-enhancement': {
    meta: {
      title: 'B2B/B2C Contact Enhancement | Corvane',
      description:
        'Send the records you have and get them back complete: current titles, numbers and addresses.',
    },
    load: () => import('./routes/services/contact-enhancement-page.tsx'),
  },
  '/services/custom-model': {
    meta: {
      title: 'Custom Model Development | Corvane',
      description:
        'A model trained on the deals you won and lost, that ranks the market by who is likely to be next.',
    },
    load: () => import('./routes/services/custom-model-page.tsx'),
  },
  '/data-refinement': {
    meta: {
      title: 'Data Refinement | Corvane',
      description:
        'Five passes from raw data to a list that can be called: personas, in-market identification, AI-powered analysis and actionable intelligence.',
    },
    load: () => import('./routes/data-refinement/data-refinement-page.tsx'),
  },
  '/features': {
    meta: {
      title: 'Features: know who is buying before they ask | Corvane',
      description:
        'Precision targeting, data enrichment, marketing attribution and custom audiences on one database, with the Super Pixel behind them.',
    },
    load: () => import('./routes/features/features-page.tsx'),
  },
  '/original': {
    // Search engines shall see one home page.
    meta: {
      title: 'The original home page | Corvane',
      description:
        'The home page in its first arrangement: add-on services before the plans, figures after them.',
      noIndex: true,
    },
    load: () => import('./routes/original/original-page.tsx'),
  },
  '/demo-mode': {
    meta: {
      title: 'Demo mode | Corvane',
      description: 'The original home page, as representatives show it in a demo.',
      noIndex: true,
    },
    load: () => import('./routes/original/original-page.tsx'),
  },
};

const remote: RemoteModule = {
  name: 'marketing',
  // Not CONTRACT_VERSION: the number says what this code was written against, not what the checkout offers.
  contractVersion: 1,
  routes: ROUTE_PATHS.map((path) => ({ path, access: 'public', ...PAGES[path] })),
};

export default remote;
