import type { RemotePageProps } from '@corvane/shared/contracts/remote';
import { ADD_ONS } from '../../content/add-ons.ts';
import { ENRICHMENT, HERO, PROBLEM, STATS } from '../../content/home.ts';
import { PLANS_CONTENT } from '../../content/plans.ts';
import { MarketingPage } from '../../marketing-page.tsx';
import { PlansSection } from '../../sections/plans/plans-section.tsx';
import { AddOnsSection } from './add-ons-section.tsx';
import { ClaimsSection } from './claims-section.tsx';
import { EnrichmentBanner } from './enrichment-banner.tsx';
import { HeroSection } from './hero-section.tsx';
import { ProblemSection } from './problem-section.tsx';
import { StatsSection } from './stats-section.tsx';

export default function HomePage({ host }: RemotePageProps) {
  return (
    <MarketingPage host={host}>
      <HeroSection content={HERO} />
      <ClaimsSection quote={HERO.quote} compared={HERO.compared} />
      <ProblemSection content={PROBLEM} />
      <StatsSection content={STATS} />
      <PlansSection content={PLANS_CONTENT} className="py-16 md:pt-24 md:pb-12" />
      <AddOnsSection content={ADD_ONS} />
      <EnrichmentBanner content={ENRICHMENT} />
    </MarketingPage>
  );
}
