import type { RemotePageProps } from '@corvane/shared/contracts/remote/remote';
import { ADD_ONS } from '../../content/add-ons.ts';
import { ENRICHMENT, HERO, STATS } from '../../content/home.ts';
import { PLANS_CONTENT } from '../../content/plans.ts';
import { PROBLEM } from '../../content/problem.ts';
import { MarketingPage } from '../../marketing-page.tsx';
import { AddOnsSection } from '../../sections/home/add-ons-section.tsx';
import { EnrichmentBanner } from '../../sections/home/enrichment-banner.tsx';
import { HeroSection } from '../../sections/home/hero-section.tsx';
import { ProblemSection } from '../../sections/home/problem-section.tsx';
import { StatsSection } from '../../sections/home/stats-section.tsx';
import { PlansSection } from '../../sections/plans/plans-section.tsx';

/** The original home page: the extras come before the plans, the figures after them. */
export default function OriginalPage({ host }: RemotePageProps) {
  return (
    <MarketingPage host={host}>
      <HeroSection content={HERO} />
      <ProblemSection content={PROBLEM} />
      <AddOnsSection content={ADD_ONS} />
      <PlansSection content={PLANS_CONTENT} className="pb-16 md:pb-24" />
      <StatsSection content={STATS} />
      <EnrichmentBanner content={ENRICHMENT} />
    </MarketingPage>
  );
}
