import type { RemotePageProps } from '@corvane/shared/contracts/remote/remote';
import { PIXEL_PACKAGE, SUPER_PIXEL_UPGRADE } from '../../content/services/pixel-package.ts';
import { VisitBlocks } from '../../figures/visit-blocks.tsx';
import { MarketingPage } from '../../marketing-page.tsx';
import { ClaimsBand } from '../../sections/claims-band.tsx';
import { ClosingSection } from '../../sections/closing-section.tsx';
import { PointColumns } from '../../sections/service/point-columns.tsx';
import { PointGrid } from '../../sections/service/point-grid.tsx';
import { PointTable } from '../../sections/service/point-table.tsx';
import { ServiceHero } from '../../sections/service/service-hero.tsx';
import { UpgradeBox } from '../../sections/service/upgrade-box.tsx';

export default function PixelPackagePage({ host }: RemotePageProps) {
  const { hero, capabilities, benefits, useCases, claims, closing } = PIXEL_PACKAGE;
  return (
    <MarketingPage host={host}>
      <ServiceHero content={hero} layout="below" figure={<VisitBlocks />} />
      <PointGrid content={capabilities} id="capabilities" ground="sunken" />
      <PointColumns content={benefits} id="benefits" />
      <UpgradeBox content={SUPER_PIXEL_UPGRADE} />
      <PointTable content={useCases} id="use-cases" />
      <ClaimsBand title={claims.title} claims={claims.items} />
      <ClosingSection content={closing} />
    </MarketingPage>
  );
}
