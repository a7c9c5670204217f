import { SUPER_PIXEL } from '../../content/services/super-pixel.ts';
import { IdentityGraph } from '../../figures/identity-graph.tsx';
import { ClaimsBand } from '../../sections/claims-band.tsx';
import { ClosingSection } from '../../sections/closing-section.tsx';
import { PointGrid } from '../../sections/service/point-grid.tsx';
import { PointLedger } from '../../sections/service/point-ledger.tsx';
import { PointTable } from '../../sections/service/point-table.tsx';
import { ServiceHero } from '../../sections/service/service-hero.tsx';
import type { Sections } from '../../static-sections/sections-context.ts';

const { hero, capabilities, benefits, useCases, claims, closing } = SUPER_PIXEL;

export default {
  hero: () => <ServiceHero content={hero} layout="beside" ground="ink" figure={<IdentityGraph />} />,
  claims: () => <ClaimsBand title={claims.title} claims={claims.items} ground="paper" />,
  capabilities: () => <PointGrid content={capabilities} id="capabilities" ground="sunken" />,
  'use-cases': () => <PointTable content={useCases} id="use-cases" />,
  benefits: () => <PointLedger content={benefits} id="benefits" ground="sunken" />,
  closing: () => <ClosingSection content={closing} />,
} satisfies Sections;
