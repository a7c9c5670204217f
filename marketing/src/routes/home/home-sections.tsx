import { AddOnsSection } from '../../sections/home/add-ons-section.tsx';
import { EnrichmentBanner } from '../../sections/home/enrichment-banner.tsx';
import { HeroSection } from '../../sections/home/hero-section.tsx';
import { ProblemSection } from '../../sections/home/problem-section.tsx';
import { StatsSection } from '../../sections/home/stats-section.tsx';
import type { Sections } from '../../static-sections/static-section.tsx';

export default {
  hero: HeroSection,
  problem: ProblemSection,
  stats: StatsSection,
  'add-ons': AddOnsSection,
  enrichment: EnrichmentBanner,
} satisfies Sections;
