import type { RemotePageProps } from '@corvane/shared/contracts/remote/remote';
import { FEATURES_PAGE } from '../../content/features-page.ts';
import { PROBLEM } from '../../content/problem.ts';
import { MarketingPage } from '../../marketing-page.tsx';
import { ProblemSection } from '../../sections/home/problem-section.tsx';
import { FeatureCards } from './feature-cards.tsx';
import { FeaturesHero } from './features-hero.tsx';
import { HowItWorksStrip } from './how-it-works-strip.tsx';
import { PlansToggle } from './plans-toggle.tsx';
import { StoriesSection } from './stories-section.tsx';
import { SuperPixelSection } from './super-pixel-section.tsx';
import { TechnologySection } from './technology-section.tsx';

export default function FeaturesPage({ host }: RemotePageProps) {
  const { hero, features, stories, superPixel, technology, howItWorks, plans } = FEATURES_PAGE;
  return (
    <MarketingPage host={host}>
      <FeaturesHero content={hero} />
      <ProblemSection content={PROBLEM} />
      <FeatureCards content={features} />
      <StoriesSection content={stories} />
      <SuperPixelSection content={superPixel} />
      <TechnologySection content={technology} />
      <HowItWorksStrip content={howItWorks} />
      <PlansToggle content={plans} />
    </MarketingPage>
  );
}
