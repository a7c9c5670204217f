import { PLANS_CONTENT } from '../../content/plans.ts';
import { MarketingPage } from '../../marketing-page.tsx';
import { PlansSection } from '../../sections/plans/plans-section.tsx';
import type { PageProps } from '../../static-sections/sections-context.ts';
import { StaticSection } from '../../static-sections/static-section.tsx';

export default function PricingPage({ host, sections }: PageProps) {
  return (
    <MarketingPage host={host} sections={sections}>
      <StaticSection name="intro" />
      <PlansSection content={PLANS_CONTENT} className="pt-10 pb-16 md:pb-24" />
      <StaticSection name="extras" />
      <StaticSection name="closing" />
    </MarketingPage>
  );
}
