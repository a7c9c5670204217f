import { BRAND } from '@corvane/shared/brand/brand';
import type { ReactNode } from 'react';
import { ABOUT_PAGE } from '../src/content/about-page.ts';
import { CLAIMS } from '../src/content/claims.ts';
import { COMPARISON_PAGE } from '../src/content/comparison/comparison-page.ts';
import { CONTACT_PAGE } from '../src/content/contact/contact-page.ts';
import { NEXT_STEPS } from '../src/content/contact/contact-sections.ts';
import { DATA_REFINEMENT } from '../src/content/data-refinement/data-refinement.ts';
import { FEATURES_PAGE } from '../src/content/features/features-page.ts';
import { HERO } from '../src/content/home.ts';
import { PRIVACY_PAGE } from '../src/content/legal/privacy-page.ts';
import { TERMS_PAGE } from '../src/content/legal/terms-page.ts';
import { PLANS_CONTENT } from '../src/content/plans.ts';
import { PRICING_PAGE } from '../src/content/pricing-page.ts';
import { AUDIENCE_CREATION } from '../src/content/services/audience-creation.ts';
import { CONTACT_ENHANCEMENT } from '../src/content/services/contact-enhancement.ts';
import { CUSTOM_MODEL } from '../src/content/services/custom-model.ts';
import { PIXEL_PACKAGE } from '../src/content/services/pixel-package.ts';
import type { ServiceContent } from '../src/content/services/service-schema.ts';
import { SERVICES_PAGE } from '../src/content/services/services-page.ts';
import { SUPER_PIXEL } from '../src/content/services/super-pixel.ts';
import { FilledRecords } from '../src/figures/filled-records.tsx';
import { IdentityGraph } from '../src/figures/identity-graph.tsx';
import { RankedProspects } from '../src/figures/ranked-prospects.tsx';
import { SignalMatrix } from '../src/figures/signal-matrix.tsx';
import { VisitBlocks } from '../src/figures/visit-blocks.tsx';
import {
  Dial,
  Hashes,
  OneOfMany,
  Paragraphs,
  Passes,
  PlanMeters,
  PlanTable,
  Refinement,
  Years,
} from './drawings.tsx';

const written = ({ written: figure, label }: { written: string; label: string }) => `${figure} ${label}`;
const { plans } = PLANS_CONTENT;

/** One picture per page. Its words come from the page. */
export const CARDS: readonly CardContent[] = [
  {
    name: 'home',
    kicker: 'Data as a Service',
    headline: HERO.title,
    from: HERO.strip.from,
    to: HERO.strip.to,
    figure: <Refinement />,
    layout: 'bleed',
  },
  {
    name: 'features',
    kicker: FEATURES_PAGE.hero.subtitle,
    headline: FEATURES_PAGE.hero.title,
    from: FEATURES_PAGE.hero.claims.slice(0, 2).map(written).join(', '),
    figure: <OneOfMany />,
    layout: 'beside',
  },
  {
    name: 'pricing',
    kicker: PRICING_PAGE.subtitle,
    headline: PLANS_CONTENT.title,
    from: plans.map(({ name }) => name).join(', '),
    to: 'Audiences every month',
    figure: <PlanMeters />,
    layout: 'below',
  },
  {
    name: 'comparison',
    kicker: COMPARISON_PAGE.table.title,
    headline: COMPARISON_PAGE.title,
    from: plans.map(({ name }) => name).join(', '),
    figure: <PlanTable />,
    layout: 'below',
  },
  {
    name: 'contact',
    kicker: CONTACT_PAGE.cardTitle,
    headline: CONTACT_PAGE.title,
    from: NEXT_STEPS.points
      .map(({ title }) => title)
      .join('. ')
      .concat('.'),
    figure: <Dial />,
    layout: 'beside',
  },
  {
    name: 'about',
    kicker: 'About',
    headline: ABOUT_PAGE.title,
    from: ABOUT_PAGE.timeline.milestones
      .map(({ year, title }) => `${year} ${title.toLowerCase()}`)
      .join(', '),
    to: written(CLAIMS.customers),
    figure: <Years />,
    layout: 'below',
  },
  {
    name: 'data-refinement',
    kicker: DATA_REFINEMENT.name,
    headline: DATA_REFINEMENT.title,
    from: DATA_REFINEMENT.steps.items[0]?.title ?? '',
    to: DATA_REFINEMENT.steps.items.at(-1)?.title ?? '',
    figure: <Passes />,
    layout: 'below',
  },
  {
    name: 'services',
    kicker: SERVICES_PAGE.name,
    headline: SERVICES_PAGE.title,
    from: SERVICES_PAGE.groups
      .map(({ title }) => title)
      .join('. ')
      .concat('.'),
    figure: <OneOfMany />,
    layout: 'beside',
  },
  service('audience-creation', AUDIENCE_CREATION, <SignalMatrix />, 'beside', CLAIMS.weeklySignals),
  service('pixel-package', PIXEL_PACKAGE, <VisitBlocks />, 'below', CLAIMS.matchRate),
  service('super-pixel', SUPER_PIXEL, <IdentityGraph />, 'beside', CLAIMS.identityGraph),
  service('contact-enhancement', CONTACT_ENHANCEMENT, <FilledRecords />, 'beside', CLAIMS.recordMatch),
  service('custom-model', CUSTOM_MODEL, <RankedProspects />, 'below', CLAIMS.modelAccuracy),
  {
    name: 'terms',
    kicker: 'Legal',
    headline: TERMS_PAGE.title,
    from: TERMS_PAGE.notice.title,
    figure: <Paragraphs marked={1} />,
    layout: 'beside',
  },
  {
    name: 'privacy',
    kicker: 'Legal',
    headline: PRIVACY_PAGE.title,
    from: PRIVACY_PAGE.notice.title,
    figure: <Hashes />,
    layout: 'beside',
  },
];

function service(
  name: string,
  { hero }: ServiceContent,
  figure: CardContent['figure'],
  layout: CardContent['layout'],
  claim: { written: string; label: string },
): CardContent {
  return { name, kicker: hero.name, headline: hero.title, from: written(claim), figure, layout };
}

interface CardContent {
  /** Name of the picture, without its extension. */
  name: string;
  /** The name of the page. */
  kicker: string;
  headline: string;
  /** The labels of the figure, from left to right. */
  from: string;
  to?: string;
  figure: ReactNode;
  /** Position of the figure: beside the headline, below it, or below it from edge to edge. */
  layout: 'beside' | 'below' | 'bleed';
}

/** One picture, 1200 x 630 px, in the type and colors of the site. */
export function Card({ kicker, headline, from, to, figure, layout }: CardContent) {
  const length = headline.length < 24 ? 'short' : headline.length > 48 ? 'long' : '';
  return (
    <div className={`card ${layout === 'bleed' ? 'below bleed' : layout} ${length}`}>
      <div className="head">
        <span className="brand">
          <svg viewBox="0 0 32 32" fill="none">
            <title>{BRAND.name}</title>
            <path
              d="M23.1 7.2A11.3 11.3 0 1 0 23.1 24.8"
              className="stroke-ink"
              strokeWidth="3.6"
              strokeLinecap="round"
            />
            <path d="M16 16h4.4" className="stroke-ink" strokeWidth="1.6" strokeLinecap="round" />
            <path d="M25.6 16h0" className="stroke-signal" strokeWidth="6.8" strokeLinecap="round" />
          </svg>
          {BRAND.name}
        </span>
        <span className="kicker">{kicker}</span>
      </div>
      <h1>{headline}</h1>
      <div className="figure">{figure}</div>
      <div className="rule" />
      <div className="foot">
        <span>{from}</span>
        <span>{to}</span>
      </div>
    </div>
  );
}
