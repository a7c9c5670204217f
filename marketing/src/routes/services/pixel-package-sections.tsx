import { PIXEL_PACKAGE, SUPER_PIXEL_UPGRADE } from '../../content/services/pixel-package.ts';
import { VisitBlocks } from '../../figures/visit-blocks.tsx';
import { ClaimsBand } from '../../sections/claims-band.tsx';
import { ClosingSection } from '../../sections/closing-section.tsx';
import { PointColumns } from '../../sections/service/point-columns.tsx';
import { PointGrid } from '../../sections/service/point-grid.tsx';
import { PointTable } from '../../sections/service/point-table.tsx';
import { ServiceHero } from '../../sections/service/service-hero.tsx';
import { UpgradeBox } from '../../sections/service/upgrade-box.tsx';
import type { Sections } from '../../static-sections/sections-context.ts';

const { hero, capabilities, benefits, useCases, claims, closing } = PIXEL_PACKAGE;

export default {
  hero: () => <ServiceHero content={hero} layout="below" figure={<VisitBlocks />} />,
  capabilities: () => <PointGrid content={capabilities} id="capabilities" ground="sunken" />,
  benefits: () => <PointColumns content={benefits} id="benefits" />,
  upgrade: () => <UpgradeBox content={SUPER_PIXEL_UPGRADE} />,
  'use-cases': () => <PointTable content={useCases} id="use-cases" />,
  claims: () => <ClaimsBand title={claims.title} claims={claims.items} />,
  closing: () => <ClosingSection content={closing} />,
} satisfies Sections;
