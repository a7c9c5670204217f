import { AUDIENCE_CREATION } from '../../content/services/audience-creation.ts';
import { SignalMatrix } from '../../figures/signal-matrix.tsx';
import { ClaimsBand } from '../../sections/claims-band.tsx';
import { ClosingSection } from '../../sections/closing-section.tsx';
import { PointColumns } from '../../sections/service/point-columns.tsx';
import { PointLedger } from '../../sections/service/point-ledger.tsx';
import { ServiceHero } from '../../sections/service/service-hero.tsx';
import type { Sections } from '../../static-sections/sections-context.ts';

const { hero, capabilities, benefits, useCases, claims, closing } = AUDIENCE_CREATION;

export default {
  hero: () => <ServiceHero content={hero} layout="beside" figure={<SignalMatrix />} />,
  capabilities: () => <PointLedger content={capabilities} id="capabilities" ground="sunken" />,
  claims: () => <ClaimsBand title={claims.title} claims={claims.items} />,
  benefits: () => <PointColumns content={benefits} id="benefits" />,
  'use-cases': () => <PointLedger content={useCases} id="use-cases" ground="sunken" />,
  closing: () => <ClosingSection content={closing} />,
} satisfies Sections;
