import { BRAND } from '@corvane/shared/brand/brand';
import type { PageMeta, RemoteRoute } from '@corvane/shared/contracts/remote/remote';
import { withSections } from './static-sections/with-sections.tsx';

/** What only the HTML of a page says: to the browser's tab, search engines and link previews. */
interface PageHtml extends Omit<PageMeta, 'title'> {
  /** What it is called among the pages above it. */
  name: string;
  /** Default: its name and the brand's. */
  title?: string;
  /** The page above it, if that is not the home page. */
  parent?: string;
  /** The picture of link previews, made by `social-cards/make-cards.ts`. */
  image: string;
}

interface Page extends Pick<RemoteRoute, 'load' | 'begin'> {
  /** In the server build alone: the host has the titles from the registry. */
  html: PageHtml | false;
}

/** Prices need code that other visitors never load. */
const beginPrices: RemoteRoute['begin'] = async ({ session }) => {
  if (session.status !== 'anonymous') await import('./sections/plans/signed-in-prices.tsx');
};

const home = (path: string) => () =>
  withSections(path, import('./routes/plans-page.tsx'), () => import('./routes/home/home-sections.tsx'));

const legalText = (path: string) => () =>
  withSections(
    path,
    import('./routes/legal/legal-page.tsx'),
    () => import('./routes/legal/legal-sections.tsx'),
  );

const service = (path: string) => () =>
  withSections(
    path,
    import('./static-sections/static-page.tsx'),
    () => import('./routes/services/service-pages.tsx'),
  );

/**
 * Every page of this application. `load` names the code of the page, and then that of its sections without behavior.
 * The release tool reads both names from its source. What search engines read besides is in `page-details.ts`.
 */
export const PAGES: Readonly<Record<string, Page>> = {
  '/': {
    html: import.meta.env.SSR && {
      name: 'Home',
      title: `${BRAND.name}: reach the buyers who are already looking`,
      description:
        'Intent data, in-market audiences and enriched contacts as a service. Shorter sales cycles and more qualified leads from data that is checked, not guessed.',
      image: 'social/home.jpg',
    },
    load: home('/'),
    begin: beginPrices,
  },
  '/pricing': {
    html: import.meta.env.SSR && {
      name: 'Pricing',
      title: `Our Pricing Plans | ${BRAND.name}`,
      description:
        'Four plans for businesses of all sizes: monthly audience creations, data enrichments, contacts, keyword feeds and support, side by side.',
      image: 'social/pricing.jpg',
    },
    load: () =>
      withSections(
        '/pricing',
        import('./routes/plans-page.tsx'),
        () => import('./routes/pricing/pricing-sections.tsx'),
      ),
    begin: beginPrices,
  },
  '/contact': {
    html: import.meta.env.SSR && {
      name: 'Contact',
      title: `Contact Our Data Experts | ${BRAND.name}`,
      description: 'Book a demo or ask a question. A person who works with the data answers.',
      image: 'social/contact.jpg',
    },
    load: () =>
      withSections(
        '/contact',
        import('./routes/contact/contact-page.tsx'),
        () => import('./routes/contact/contact-sections.tsx'),
      ),
  },
  '/comparison': {
    html: import.meta.env.SSR && {
      name: 'Compare Plans',
      title: `Compare Our Plans | ${BRAND.name}`,
      description:
        'Foundation+, Accelerate Pro, Moonshot and Enterprise feature by feature: monthly allowances, keyword feeds, custom models, web-hooks and support.',
      image: 'social/comparison.jpg',
    },
    load: () =>
      withSections(
        '/comparison',
        import('./routes/comparison/comparison-page.tsx'),
        () => import('./routes/comparison/comparison-sections.tsx'),
      ),
  },
  '/about': {
    html: import.meta.env.SSR && {
      name: 'About',
      title: `About ${BRAND.name}`,
      description:
        'Founded in 2018, with a platform since 2022: who finds the buyers behind the signals, and what you can hold us to.',
      image: 'social/about.jpg',
    },
    load: () =>
      withSections(
        '/about',
        import('./static-sections/static-page.tsx'),
        () => import('./routes/about/about-sections.tsx'),
      ),
  },
  '/terms': {
    html: import.meta.env.SSR && {
      name: 'Terms of service',
      description: `What you may expect from ${BRAND.name}, and what we expect from you. Preliminary version.`,
      image: 'social/terms.jpg',
    },
    load: legalText('/terms'),
  },
  '/privacy': {
    html: import.meta.env.SSR && {
      name: 'Privacy policy',
      description: `Which data ${BRAND.name} holds, why, and what you can do about it. Preliminary version.`,
      image: 'social/privacy.jpg',
    },
    load: legalText('/privacy'),
  },
  '/services': {
    html: import.meta.env.SSR && {
      name: 'Services',
      description:
        'In-market audiences, data refinement, pixels, contact enhancement and custom models: what each of our six services does, and when you need it.',
      image: 'social/services.jpg',
    },
    load: () =>
      withSections(
        '/services',
        import('./static-sections/static-page.tsx'),
        () => import('./routes/services/services-sections.tsx'),
      ),
  },
  '/services/audience-creation': {
    html: import.meta.env.SSR && {
      name: 'In-Market Audience Creation',
      description:
        'Find the people and companies that are comparing right now: topics, strength, profile and place, always fresh.',
      parent: '/services',
      image: 'social/audience-creation.jpg',
    },
    load: service('/services/audience-creation'),
  },
  '/services/pixel-package': {
    html: import.meta.env.SSR && {
      name: 'Pixel Package',
      description:
        'Recognize anonymous website visitors and hand the people behind them to your team, by web-hook or into your tools.',
      parent: '/services',
      image: 'social/pixel-package.jpg',
    },
    load: service('/services/pixel-package'),
  },
  '/services/super-pixel': {
    html: import.meta.env.SSR && {
      name: 'Super Pixel',
      description:
        'Hybrid deterministic and probabilistic matching of anonymous visits on one identity graph, privacy-compliant by design.',
      parent: '/services',
      image: 'social/super-pixel.jpg',
    },
    load: service('/services/super-pixel'),
  },
  '/services/contact-enhancement': {
    html: import.meta.env.SSR && {
      name: 'B2B/B2C Contact Enhancement',
      description:
        'Send the records you have and get them back complete: current titles, numbers and addresses.',
      parent: '/services',
      image: 'social/contact-enhancement.jpg',
    },
    load: service('/services/contact-enhancement'),
  },
  '/services/custom-model': {
    html: import.meta.env.SSR && {
      name: 'Custom Model Development',
      description:
        'A model trained on the deals you won and lost, that ranks the market by who is likely to be next.',
      parent: '/services',
      image: 'social/custom-model.jpg',
    },
    load: service('/services/custom-model'),
  },
  '/data-refinement': {
    html: import.meta.env.SSR && {
      name: 'Data Refinement',
      description:
        'Five passes from raw data to a list that can be called: personas, in-market identification, AI-powered analysis and actionable intelligence.',
      parent: '/services',
      image: 'social/data-refinement.jpg',
    },
    load: () =>
      withSections(
        '/data-refinement',
        import('./routes/data-refinement/data-refinement-page.tsx'),
        () => import('./routes/data-refinement/data-refinement-sections.tsx'),
      ),
  },
  '/features': {
    html: import.meta.env.SSR && {
      name: 'Features',
      title: `Features: know who is buying before they ask | ${BRAND.name}`,
      description:
        'Precision targeting, data enrichment, marketing attribution and custom audiences on one database, with the Super Pixel behind them.',
      image: 'social/features.jpg',
    },
    load: () =>
      withSections(
        '/features',
        import('./routes/features/features-page.tsx'),
        () => import('./routes/features/features-sections.tsx'),
      ),
  },
  // Search engines should index one home page.
  '/original': {
    html: import.meta.env.SSR && {
      name: 'Original',
      title: `The original home page | ${BRAND.name}`,
      description:
        'The home page in its first arrangement: add-on services before the plans, figures after them.',
      noIndex: true,
      image: 'social/home.jpg',
    },
    load: home('/original'),
    begin: beginPrices,
  },
  '/demo-mode': {
    html: import.meta.env.SSR && {
      name: 'Demo mode',
      description: 'The original home page, as representatives show it in a demo.',
      noIndex: true,
      image: 'social/home.jpg',
    },
    load: home('/demo-mode'),
    begin: beginPrices,
  },
};
