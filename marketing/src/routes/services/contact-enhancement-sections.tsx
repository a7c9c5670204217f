import { CONTACT_ENHANCEMENT } from '../../content/services/contact-enhancement.ts';
import { FilledRecords } from '../../figures/filled-records.tsx';
import { ClaimsBand } from '../../sections/claims-band.tsx';
import { ClosingSection } from '../../sections/closing-section.tsx';
import { PointColumns } from '../../sections/service/point-columns.tsx';
import { PointGrid } from '../../sections/service/point-grid.tsx';
import { PointLedger } from '../../sections/service/point-ledger.tsx';
import { ServiceHero } from '../../sections/service/service-hero.tsx';
import type { Sections } from '../../static-sections/sections-context.ts';

const { hero, capabilities, benefits, useCases, claims, closing } = CONTACT_ENHANCEMENT;

export default {
  hero: () => <ServiceHero content={hero} layout="beside" ground="sunken" figure={<FilledRecords />} />,
  capabilities: () => <PointLedger content={capabilities} id="capabilities" numbered />,
  claims: () => <ClaimsBand title={claims.title} claims={claims.items} />,
  'use-cases': () => <PointColumns content={useCases} id="use-cases" />,
  benefits: () => <PointGrid content={benefits} id="benefits" ground="sunken" />,
  closing: () => <ClosingSection content={closing} />,
} satisfies Sections;
