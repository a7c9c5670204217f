import type { RemotePageProps } from '@corvane/shared/contracts/remote/remote';
import { CONTACT_ENHANCEMENT } from '../../content/services/contact-enhancement.ts';
import { FilledRecords } from '../../figures/filled-records.tsx';
import { MarketingPage } from '../../marketing-page.tsx';
import { ClaimsBand } from '../../sections/claims-band.tsx';
import { ClosingSection } from '../../sections/closing-section.tsx';
import { PointColumns } from '../../sections/service/point-columns.tsx';
import { PointGrid } from '../../sections/service/point-grid.tsx';
import { PointLedger } from '../../sections/service/point-ledger.tsx';
import { ServiceHero } from '../../sections/service/service-hero.tsx';

export default function ContactEnhancementPage({ host }: RemotePageProps) {
  const { hero, capabilities, benefits, useCases, claims, closing } = CONTACT_ENHANCEMENT;
  return (
    <MarketingPage host={host}>
      <ServiceHero content={hero} layout="beside" ground="sunken" figure={<FilledRecords />} />
      <PointLedger content={capabilities} id="capabilities" numbered />
      <ClaimsBand title={claims.title} claims={claims.items} />
      <PointColumns content={useCases} id="use-cases" />
      <PointGrid content={benefits} id="benefits" ground="sunken" />
      <ClosingSection content={closing} />
    </MarketingPage>
  );
}
