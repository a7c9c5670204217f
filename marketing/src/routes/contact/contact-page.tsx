import { MarketingPage } from '../../marketing-page.tsx';
import type { PageProps } from '../../static-sections/sections-context.ts';
import { StaticSection } from '../../static-sections/static-section.tsx';
import { ContactSection } from './contact-section.tsx';

export default function ContactPage({ host, sections }: PageProps) {
  return (
    <MarketingPage host={host} sections={sections}>
      <ContactSection search={host.location.search} />
      <StaticSection name="trust" />
    </MarketingPage>
  );
}
