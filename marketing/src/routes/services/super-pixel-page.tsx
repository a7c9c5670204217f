import type { RemotePageProps } from '@corvane/shared/contracts/remote/remote';
import { SUPER_PIXEL } from '../../content/services/super-pixel.ts';
import { IdentityGraph } from '../../figures/identity-graph.tsx';
import { MarketingPage } from '../../marketing-page.tsx';
import { ClaimsBand } from '../../sections/claims-band.tsx';
import { ClosingSection } from '../../sections/closing-section.tsx';
import { PointGrid } from '../../sections/service/point-grid.tsx';
import { PointLedger } from '../../sections/service/point-ledger.tsx';
import { PointTable } from '../../sections/service/point-table.tsx';
import { ServiceHero } from '../../sections/service/service-hero.tsx';

export default function SuperPixelPage({ host }: RemotePageProps) {
  const { hero, capabilities, benefits, useCases, claims, closing } = SUPER_PIXEL;
  return (
    <MarketingPage host={host}>
      <ServiceHero content={hero} layout="beside" ground="ink" figure={<IdentityGraph />} />
      <ClaimsBand title={claims.title} claims={claims.items} ground="paper" />
      <PointGrid content={capabilities} id="capabilities" ground="sunken" />
      <PointTable content={useCases} id="use-cases" />
      <PointLedger content={benefits} id="benefits" ground="sunken" />
      <ClosingSection content={closing} />
    </MarketingPage>
  );
}
