import { MarketingPage } from '../marketing-page.tsx';
import { PlansSection } from '../sections/plans/plans-section.tsx';
import { type PageProps, StaticSection } from '../static-sections/static-section.tsx';

/** The sections around the plans, and the space above and below the plans. */
const LAYOUTS: Readonly<Record<string, typeof ORIGINAL>> = {
  '/': {
    above: ['hero', 'problem', 'stats'],
    space: 'py-12 md:pt-24 md:pb-12',
    below: ['add-ons', 'enrichment'],
  },
  '/pricing': { above: ['intro'], space: 'pt-3 pb-16 md:pb-24', below: ['extras', 'closing'] },
};
/** The original home page: the extras come before the plans, the figures after them. */
const ORIGINAL = {
  above: ['hero', 'problem', 'add-ons'],
  space: 'pb-16 md:pb-24',
  below: ['stats', 'enrichment'],
};

/** A page with the plans: the home page, the original one, and that of prices. */
export default function PlansPage({ host, sections }: PageProps) {
  const { above, space, below } = LAYOUTS[sections.path] ?? ORIGINAL;
  return (
    <MarketingPage host={host} sections={sections}>
      {above.map(staticSection)}
      <PlansSection className={space} isTitled={sections.path === '/pricing'} />
      {below.map(staticSection)}
    </MarketingPage>
  );
}

const staticSection = (name: string) => <StaticSection key={name} name={name} />;
