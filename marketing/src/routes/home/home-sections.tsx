import { ADD_ONS } from '../../content/add-ons.ts';
import { ENRICHMENT, HERO, STATS } from '../../content/home.ts';
import { PROBLEM } from '../../content/problem.ts';
import { AddOnsSection } from '../../sections/home/add-ons-section.tsx';
import { EnrichmentBanner } from '../../sections/home/enrichment-banner.tsx';
import { HeroSection } from '../../sections/home/hero-section.tsx';
import { ProblemSection } from '../../sections/home/problem-section.tsx';
import { StatsSection } from '../../sections/home/stats-section.tsx';
import type { Sections } from '../../static-sections/sections-context.ts';

export default {
  hero: () => <HeroSection content={HERO} />,
  problem: () => <ProblemSection content={PROBLEM} />,
  stats: () => <StatsSection content={STATS} />,
  'add-ons': () => <AddOnsSection content={ADD_ONS} />,
  enrichment: () => <EnrichmentBanner content={ENRICHMENT} />,
} satisfies Sections;
