import { MarketingPage } from '../marketing-page.tsx';
import { type PageProps, StaticSection } from './static-section.tsx';

/** A page whose sections all have no behavior, in the order in which they are declared. */
export default function StaticPage({ host, sections }: PageProps) {
  const { components } = sections;
  const names = components === null ? [...sections.elements.keys()] : Object.keys(components);
  return (
    <MarketingPage host={host} sections={sections}>
      {names.map((name) => (
        <StaticSection key={name} name={name} />
      ))}
    </MarketingPage>
  );
}
