import { BRAND } from '@corvane/shared/brand/brand';
import type { PageMeta } from '@corvane/shared/contracts/remote/remote';
import type { RoutePath } from './route-paths.ts';

/**
 * The title and description of each page, for the browser's tab, search engines and link previews. It is a function
 * so that the browser's build leaves it out.
 */
export const pageMeta = (): Record<RoutePath, PageMeta> => ({
  '/': {
    title: `${BRAND.name}: reach the buyers who are already looking`,
    description:
      'Intent data, in-market audiences and enriched contacts as a service. Shorter sales cycles and more qualified leads from data that is checked, not guessed.',
  },
  '/pricing': {
    title: `Our Pricing Plans | ${BRAND.name}`,
    description:
      'Four plans for businesses of all sizes: monthly audience creations, data enrichments, contacts, keyword feeds and support, side by side.',
  },
  '/contact': {
    title: `Contact Our Data Experts | ${BRAND.name}`,
    description: 'Book a demo or ask a question. A person who works with the data answers.',
  },
  '/comparison': {
    title: `Compare Our Plans | ${BRAND.name}`,
    description:
      'Foundation+, Accelerate Pro, Moonshot and Enterprise feature by feature: monthly allowances, keyword feeds, custom models, web-hooks and support.',
  },
  '/about': {
    title: `About ${BRAND.name}`,
    description:
      'Founded in 2018, with a platform since 2022: who finds the buyers behind the signals, and what you can hold us to.',
  },
  '/terms': {
    title: `Terms of Service | ${BRAND.name}`,
    description: `What you may expect from ${BRAND.name}, and what we expect from you. Preliminary version.`,
  },
  '/privacy': {
    title: `Privacy Policy | ${BRAND.name}`,
    description: `Which data ${BRAND.name} holds, why, and what you can do about it. Preliminary version.`,
  },
  '/services': {
    title: `Services | ${BRAND.name}`,
    description:
      'In-market audiences, data refinement, pixels, contact enhancement and custom models: what each of our six services does, and when you need it.',
  },
  '/services/audience-creation': {
    title: `In-Market Audience Creation | ${BRAND.name}`,
    description:
      'Find the people and companies that are comparing right now: topics, strength, profile and place, always fresh.',
  },
  '/services/pixel-package': {
    title: `Pixel Package | ${BRAND.name}`,
    description:
      'Recognize anonymous website visitors and hand the people behind them to your team, by web-hook or into your tools.',
  },
  '/services/super-pixel': {
    title: `Super Pixel | ${BRAND.name}`,
    description:
      'Hybrid deterministic and probabilistic matching of anonymous visits on one identity graph, privacy-compliant by design.',
  },
  '/services/contact-enhancement': {
    title: `B2B/B2C Contact Enhancement | ${BRAND.name}`,
    description:
      'Send the records you have and get them back complete: current titles, numbers and addresses.',
  },
  '/services/custom-model': {
    title: `Custom Model Development | ${BRAND.name}`,
    description:
      'A model trained on the deals you won and lost, that ranks the market by who is likely to be next.',
  },
  '/data-refinement': {
    title: `Data Refinement | ${BRAND.name}`,
    description:
      'Five passes from raw data to a list that can be called: personas, in-market identification, AI-powered analysis and actionable intelligence.',
  },
  '/features': {
    title: `Features: know who is buying before they ask | ${BRAND.name}`,
    description:
      'Precision targeting, data enrichment, marketing attribution and custom audiences on one database, with the Super Pixel behind them.',
  },
  // Search engines should index one home page.
  '/original': {
    title: `The original home page | ${BRAND.name}`,
    description:
      'The home page in its first arrangement: add-on services before the plans, figures after them.',
    noIndex: true,
  },
  '/demo-mode': {
    title: `Demo mode | ${BRAND.name}`,
    description: 'The original home page, as representatives show it in a demo.',
    noIndex: true,
  },
});
