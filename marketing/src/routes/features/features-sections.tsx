import { FEATURES_PAGE } from '../../content/features/features-page.ts';
import { PROBLEM } from '../../content/problem.ts';
import { ProblemSection } from '../../sections/home/problem-section.tsx';
import type { Sections } from '../../static-sections/sections-context.ts';
import { FeatureCards } from './feature-cards.tsx';
import { FeaturesHero } from './features-hero.tsx';
import { HowItWorksStrip } from './how-it-works-strip.tsx';
import { SuperPixelSection } from './super-pixel-section.tsx';
import { TechnologySection } from './technology-section.tsx';

const { hero, features, superPixel, technology, howItWorks } = FEATURES_PAGE;

export default {
  hero: () => <FeaturesHero content={hero} />,
  problem: () => <ProblemSection content={PROBLEM} />,
  cards: () => <FeatureCards content={features} />,
  'super-pixel': () => <SuperPixelSection content={superPixel} />,
  technology: () => <TechnologySection content={technology} />,
  'how-it-works': () => <HowItWorksStrip content={howItWorks} />,
} satisfies Sections;
