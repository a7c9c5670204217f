import type { RemotePageProps } from '@corvane/shared/contracts/remote/remote';
import { AUDIENCE_CREATION } from '../../content/services/audience-creation.ts';
import { SignalMatrix } from '../../figures/signal-matrix.tsx';
import { MarketingPage } from '../../marketing-page.tsx';
import { ClaimsBand } from '../../sections/claims-band.tsx';
import { ClosingSection } from '../../sections/closing-section.tsx';
import { PointColumns } from '../../sections/service/point-columns.tsx';
import { PointLedger } from '../../sections/service/point-ledger.tsx';
import { ServiceHero } from '../../sections/service/service-hero.tsx';

export default function AudienceCreationPage({ host }: RemotePageProps) {
  const { hero, capabilities, benefits, useCases, claims, closing } = AUDIENCE_CREATION;
  return (
    <MarketingPage host={host}>
      <ServiceHero content={hero} layout="beside" figure={<SignalMatrix />} />
      <PointLedger content={capabilities} id="capabilities" ground="sunken" />
      <ClaimsBand title={claims.title} claims={claims.items} />
      <PointColumns content={benefits} id="benefits" />
      <PointLedger content={useCases} id="use-cases" ground="sunken" />
      <ClosingSection content={closing} />
    </MarketingPage>
  );
}
