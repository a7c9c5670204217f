import { PLANS_CONTENT } from '../../content/plans.ts';
import { MarketingPage } from '../../marketing-page.tsx';
import { PlansSection } from '../../sections/plans/plans-section.tsx';
import type { PageProps } from '../../static-sections/sections-context.ts';
import { StaticSection } from '../../static-sections/static-section.tsx';

export default function HomePage({ host, sections }: PageProps) {
  return (
    <MarketingPage host={host} sections={sections}>
      <StaticSection name="hero" />
      <StaticSection name="problem" />
      <StaticSection name="stats" />
      <PlansSection content={PLANS_CONTENT} className="py-16 md:pt-24 md:pb-12" />
      <StaticSection name="add-ons" />
      <StaticSection name="enrichment" />
    </MarketingPage>
  );
}
