import { MarketingPage } from '../../marketing-page.tsx';
import { type PageProps, StaticSection } from '../../static-sections/static-section.tsx';
import { PlansToggle } from './plans-toggle.tsx';
import { StoriesSection } from './stories-section.tsx';

export default function FeaturesPage({ host, sections }: PageProps) {
  return (
    <MarketingPage host={host} sections={sections}>
      <StaticSection name="hero" />
      <StaticSection name="problem" />
      <StaticSection name="cards" />
      <StoriesSection />
      <StaticSection name="super-pixel" />
      <StaticSection name="technology" />
      <StaticSection name="how-it-works" />
      <PlansToggle />
    </MarketingPage>
  );
}
