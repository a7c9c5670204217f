import { PLANS_CONTENT } from '../../content/plans.ts';
import { MarketingPage } from '../../marketing-page.tsx';
import { PlansSection } from '../../sections/plans/plans-section.tsx';
import type { PageProps } from '../../static-sections/sections-context.ts';
import { StaticSection } from '../../static-sections/static-section.tsx';

/** The original home page: the extras come before the plans, the figures after them. */
export default function OriginalPage({ host, sections }: PageProps) {
  return (
    <MarketingPage host={host} sections={sections}>
      <StaticSection name="hero" />
      <StaticSection name="problem" />
      <StaticSection name="add-ons" />
      <PlansSection content={PLANS_CONTENT} className="pb-16 md:pb-24" />
      <StaticSection name="stats" />
      <StaticSection name="enrichment" />
    </MarketingPage>
  );
}
