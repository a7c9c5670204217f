import { buttonClass } from '@corvane/shared/ui/button';
import type { ReactNode } from 'react';
import { FEATURES_PAGE } from '../../content/features/features-page.ts';
import type { FeatureCard } from '../../content/features/features-schemas.ts';
import { dotPath, gridOf } from '../../figures/dot-path.ts';
import { IdentityGraph } from '../../figures/identity-graph.tsx';
import { PageLink } from '../../page-link.tsx';
import { Reveal } from '../../reveal.tsx';
import { ClaimLabel, FiguresNote } from '../../sections/claim-words.tsx';
import { ProblemSection } from '../../sections/home/problem-section.tsx';
import { TickedItem } from '../../sections/shared-sections.tsx';
import type { Sections } from '../../static-sections/static-section.tsx';

const { hero, features, superPixel, technology, howItWorks } = FEATURES_PAGE;

export default {
  hero: FeaturesHero,
  problem: ProblemSection,
  cards: FeatureCards,
  'super-pixel': SuperPixelSection,
  technology: TechnologySection,
  'how-it-works': HowItWorksStrip,
} satisfies Sections;

/** The promise on the left and the evidence on the right, as on a scale. */
function FeaturesHero() {
  return (
    <section aria-labelledby="hero-title" className="ground-teal">
      <div className="mx-auto grid max-w-page gap-x-16 gap-y-12 px-4 pt-12 pb-16 md:px-6 md:pt-20 md:pb-24 lg:grid-cols-12 lg:items-end">
        <div className="lg:col-span-8">
          <p className="font-medium text-teal">{hero.subtitle}</p>
          <h1
            id="hero-title"
            className="mt-4 text-[clamp(2.75rem,1.4rem+5.2vw,6rem)] leading-[0.98] tracking-[-0.03em]"
          >
            {hero.title}
          </h1>
          <p className="mt-6 max-w-measure text-lead text-muted">{hero.description}</p>
          <PageLink
            action={hero.action}
            className={buttonClass('signal', 'mt-8 min-h-14 w-full px-6 text-lg sm:w-auto')}
          />
        </div>
        <div className="lg:col-span-4">
          <ul className="border-l border-control">
            {hero.claims.map((claim) => (
              <li key={claim.label} className="relative py-5 pl-8">
                <span aria-hidden="true" className="absolute top-11 left-0 h-px w-5 bg-control" />
                <span className="block font-display text-figure tabular">{claim.written}</span>
                <ClaimLabel {...claim} />
              </li>
            ))}
          </ul>
          <FiguresNote className="mt-4 text-sm text-muted" />
        </div>
      </div>
    </section>
  );
}

const GROUNDS: Record<FeatureCard['color'], string> = {
  ink: 'ground-ink',
  paper: 'border border-control bg-surface',
  sunken: 'bg-sunken forced-colors:border',
  teal: 'ground-teal',
};

/** Four cards, alternately wide and narrow. */
function FeatureCards() {
  return (
    <section aria-labelledby="features-title" className="mx-auto max-w-page px-4 py-16 md:px-6 md:py-24">
      <div className="lg:grid lg:grid-cols-12 lg:items-baseline">
        <h2 id="features-title" className="text-title lg:col-span-5">
          {features.title}
        </h2>
        <p className="mt-3 text-lead text-muted lg:col-span-6 lg:col-start-7">{features.intro}</p>
      </div>
      <ul className="mt-10 grid gap-4 md:grid-cols-2 lg:grid-cols-12 lg:gap-6">
        {features.cards.map(({ icon, color, title, description, detail }, place) => (
          <Reveal
            as="li"
            key={icon}
            className={`flex flex-col rounded-panel p-6 md:p-8 ${GROUNDS[color]} ${
              place % 3 === 0 ? 'lg:col-span-7' : 'lg:col-span-5'
            }`}
          >
            <FeatureIcon name={icon} />
            <h3 className="mt-8 text-heading">{title}</h3>
            <p className="mt-2 mb-6 max-w-[34rem] text-muted">{description}</p>
            <p className="mt-auto border-t border-line pt-4 font-medium text-teal">{detail}</p>
          </Reveal>
        ))}
      </ul>
    </section>
  );
}

const FIELD = gridOf(42, 7, 14).map(({ x, y }) => ({ x: x + 8, y: y + 8 }));

const ICONS: Record<FeatureCard['icon'], ReactNode> = {
  // One of many is marked.
  target: (
    <>
      <path d={dotPath(FIELD.filter((_, index) => index !== 24))} className="stroke-faint" strokeWidth="5" />
      <circle cx="50" cy="50" r="15" className="stroke-data" strokeWidth="2" />
      <path d="M50 50h0" className="stroke-data" strokeWidth="13" />
    </>
  ),
  // A short record grows longer with each source.
  layers: (
    <g strokeWidth="9">
      <path d="M8 10h38M8 30h38M8 50h38M8 70h38" className="stroke-faint" />
      <path d="M62 30h16M62 50h30M62 70h44" className="stroke-data" />
    </g>
  ),
  // From the invoice back to the first visit.
  trace: (
    <>
      <path d="M8 74H38V42H70V12H100" className="stroke-data" strokeWidth="3" strokeLinejoin="round" />
      <path
        d={dotPath([
          { x: 8, y: 74 },
          { x: 38, y: 42 },
          { x: 70, y: 12 },
        ])}
        className="stroke-data"
        strokeWidth="11"
      />
      <path d="M100 12h0" className="stroke-ink" strokeWidth="16" />
    </>
  ),
  // The dots inside the line are marked.
  group: (
    <>
      <path d={dotPath(FIELD)} className="stroke-faint" strokeWidth="5" />
      <path
        d={dotPath(FIELD.filter((_, index) => [9, 10, 11, 16, 17, 18, 24, 25].includes(index)))}
        className="stroke-data"
        strokeWidth="9"
      />
      <path d="M26 14h48v48H40V46H26Z" className="stroke-data" strokeWidth="2" strokeLinejoin="round" />
    </>
  ),
};

/** A small drawing of a feature. The card says the same in words. */
function FeatureIcon({ name }: { name: FeatureCard['icon'] }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 112 86"
      className="h-28 self-start"
      fill="none"
      strokeLinecap="round"
    >
      {ICONS[name]}
    </svg>
  );
}

/** The problem, the solution, the three ways of matching, and the differences to standard pixels. */
function SuperPixelSection() {
  const { title, problem, solution, approach, differentiators, action } = superPixel;
  return (
    <section aria-labelledby="super-pixel-title" className="ground-ink">
      <div className="mx-auto max-w-page px-4 py-16 md:px-6 md:py-24">
        <div className="grid gap-x-16 gap-y-12 lg:grid-cols-2 lg:items-center">
          <div>
            <h2 id="super-pixel-title" className="text-title">
              {title}
            </h2>
            {[problem, solution].map((part) => (
              <div key={part.title} className="mt-8 border-l border-control pl-6">
                <h3 className="text-base text-teal">{part.title}</h3>
                <p className="mt-1 text-lead">{part.description}</p>
              </div>
            ))}
          </div>
          <IdentityGraph />
        </div>
        <div aria-hidden="true" className="mt-12 ruler opacity-60" />
        <h3 className="mt-10 text-heading">{approach.title}</h3>
        <ul className="mt-5 grid gap-px overflow-hidden rounded-panel border border-line bg-line md:grid-cols-3">
          {approach.cards.map((card) => (
            <li key={card.title} className="bg-surface p-6">
              <h4 className="font-display text-lg font-medium">{card.title}</h4>
              <p className="mt-2 text-muted">{card.description}</p>
            </li>
          ))}
        </ul>
        <h3 className="mt-12 text-heading">{differentiators.title}</h3>
        <ul className="mt-4 grid gap-x-12 md:grid-cols-2">
          {differentiators.items.map((item) => (
            <TickedItem key={item} text={item} />
          ))}
        </ul>
        <PageLink action={action} className={buttonClass('solid', 'mt-8 min-h-14 px-6 text-lg')} />
      </div>
    </section>
  );
}

/** The underlying technology, in two cards. */
function TechnologySection() {
  return (
    <section aria-labelledby="technology-title" className="mx-auto max-w-page px-4 pt-16 md:px-6 md:pt-24">
      <h2 id="technology-title" className="text-subtitle">
        {technology.title}
      </h2>
      <ul className="mt-8 grid gap-6 lg:grid-cols-2">
        {technology.cards.map(({ claim, title, description }) => (
          <Reveal as="li" key={title} className="rounded-panel border border-control bg-surface p-6 md:p-10">
            <p>
              <span className="block font-display text-figure tabular">{claim.written}</span>
              <ClaimLabel {...claim} />
            </p>
            <h3 className="mt-6 border-t border-line pt-6 text-heading">{title}</h3>
            <p className="mt-2 text-muted">{description}</p>
          </Reveal>
        ))}
      </ul>
    </section>
  );
}

/** Five steps along one line, vertical on a phone, horizontal on a wide screen. */
function HowItWorksStrip() {
  return (
    <section aria-labelledby="how-title" className="mx-auto max-w-page px-4 py-16 md:px-6 md:py-24">
      <h2 id="how-title" className="text-title">
        {howItWorks.title}
      </h2>
      <ol className="mt-10 grid border-l-2 border-ink lg:grid-cols-5 lg:border-t-2 lg:border-l-0">
        {howItWorks.steps.map(({ title, description }, place) => (
          <li key={title} className="relative pb-8 pl-8 last:pb-0 lg:pt-8 lg:pr-6 lg:pb-0 lg:pl-0">
            <span
              aria-hidden="true"
              className={`absolute top-1 -left-[9px] size-4 rounded-full border-4 border-paper lg:-top-[9px] lg:left-0 ${
                place === howItWorks.steps.length - 1 ? 'bg-signal' : 'bg-data'
              }`}
            />
            <p
              aria-hidden="true"
              className="font-display text-title leading-none font-medium text-teal tabular"
            >
              {place + 1}
            </p>
            <h3 className="mt-3 text-heading lg:min-h-[2lh]">{title}</h3>
            <p className="mt-1 text-muted">{description}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
