import type { RemotePageProps } from '@corvane/shared/contracts/remote/remote';
import { CUSTOM_MODEL } from '../../content/services/custom-model.ts';
import { RankedProspects } from '../../figures/ranked-prospects.tsx';
import { MarketingPage } from '../../marketing-page.tsx';
import { ClaimsBand } from '../../sections/claims-band.tsx';
import { ClosingSection } from '../../sections/closing-section.tsx';
import { PointColumns } from '../../sections/service/point-columns.tsx';
import { PointLedger } from '../../sections/service/point-ledger.tsx';
import { PointTable } from '../../sections/service/point-table.tsx';
import { ServiceHero } from '../../sections/service/service-hero.tsx';

export default function CustomModelPage({ host }: RemotePageProps) {
  const { hero, capabilities, benefits, useCases, claims, closing } = CUSTOM_MODEL;
  return (
    <MarketingPage host={host}>
      <ServiceHero content={hero} layout="below" figure={<RankedProspects />} />
      <PointTable content={benefits} id="benefits" ground="sunken" />
      <PointLedger content={capabilities} id="capabilities" numbered />
      <ClaimsBand title={claims.title} claims={claims.items} />
      <PointColumns content={useCases} id="use-cases" />
      <ClosingSection content={closing} />
    </MarketingPage>
  );
}
