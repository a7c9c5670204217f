import { CLAIMS } from './claims.ts';
import type { AddOnsContent } from './content-schemas.ts';

export const ADD_ONS: AddOnsContent = {
  title: 'Add-on services',
  intro: 'Each works with any plan, and on its own terms.',
  all: { label: 'All six services', to: '/services' },
  services: [
    {
      slug: 'pixel-package',
      name: 'Pixel Package Solutions',
      description: 'Tells you who is behind the visits that never fill in a form.',
      benefits: [
        `${CLAIMS.matchRate.written} ${CLAIMS.matchRate.label}`,
        `${CLAIMS.identifiableTraffic.written} ${CLAIMS.identifiableTraffic.label}`,
        'Privacy-compliant by design',
      ],
      action: { label: 'Learn More', to: '/services/pixel-package' },
    },
    {
      slug: 'contact-enhancement',
      name: 'B2B/B2C Contact Enhancement',
      description: 'Fills the gaps in the records that you already own.',
      benefits: [
        `${CLAIMS.dataSources.written} ${CLAIMS.dataSources.label}`,
        'Business and household details, matched',
        `${CLAIMS.integrations.written} ${CLAIMS.integrations.label}`,
      ],
      action: { label: 'Learn More', to: '/services/contact-enhancement' },
    },
    {
      slug: 'custom-model',
      name: 'Custom Model Development',
      description: 'Learns from your own won deals where the next ones are.',
      benefits: [
        'Trained on your outcomes',
        'Behavioral, psychographic and predictive inputs',
        `${CLAIMS.refresh.written} ${CLAIMS.refresh.label}`,
      ],
      action: { label: 'Learn More', to: '/services/custom-model' },
    },
  ],
};
