import { CUSTOM_MODEL } from '../../content/services/custom-model.ts';
import { RankedProspects } from '../../figures/ranked-prospects.tsx';
import { ClaimsBand } from '../../sections/claims-band.tsx';
import { ClosingSection } from '../../sections/closing-section.tsx';
import { PointColumns } from '../../sections/service/point-columns.tsx';
import { PointLedger } from '../../sections/service/point-ledger.tsx';
import { PointTable } from '../../sections/service/point-table.tsx';
import { ServiceHero } from '../../sections/service/service-hero.tsx';
import type { Sections } from '../../static-sections/sections-context.ts';

const { hero, capabilities, benefits, useCases, claims, closing } = CUSTOM_MODEL;

export default {
  hero: () => <ServiceHero content={hero} layout="below" figure={<RankedProspects />} />,
  benefits: () => <PointTable content={benefits} id="benefits" ground="sunken" />,
  capabilities: () => <PointLedger content={capabilities} id="capabilities" numbered />,
  claims: () => <ClaimsBand title={claims.title} claims={claims.items} />,
  'use-cases': () => <PointColumns content={useCases} id="use-cases" />,
  closing: () => <ClosingSection content={closing} />,
} satisfies Sections;
