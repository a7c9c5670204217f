import { CLAIMS } from './claims.ts';
import type { AddOnsContent } from './content-schemas.ts';

export const ADD_ONS = {
  title: 'Add-on services',
  intro: 'Each works with any plan.',
  all: { label: 'All six services', to: '/services' },
  services: [
    {
      slug: 'pixel-package',
      name: 'Pixel Package Solutions',
      description: 'Matches visitors who never fill in a form to people and companies.',
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
      description: 'Fills the gaps in the records you already own.',
      benefits: [
        `${CLAIMS.dataSources.written} ${CLAIMS.dataSources.label}`,
        'Business and household details in one record',
        `${CLAIMS.integrations.written} ${CLAIMS.integrations.label}`,
      ],
      action: { label: 'Learn More', to: '/services/contact-enhancement' },
    },
    {
      slug: 'custom-model',
      name: 'Custom Model Development',
      description: 'Learns from the deals you won where to find the next ones.',
      benefits: [
        'Trained on your outcomes',
        'Behavioral, psychographic and predictive inputs',
        `${CLAIMS.refresh.written} ${CLAIMS.refresh.label}`,
      ],
      action: { label: 'Learn More', to: '/services/custom-model' },
    },
  ],
} satisfies AddOnsContent;
