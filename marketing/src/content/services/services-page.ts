import { CLAIMS } from '../claims.ts';
import type { Claim } from '../content-schemas.ts';
import { promiseLink } from '../promise-link.ts';
import { SERVICE_HEADS } from './service-heads.ts';
import type { ServicesPageContent } from './service-schema.ts';

type Slug = keyof typeof SERVICE_HEADS;

function service(slug: Slug, claim: Claim, to = `/services/${slug}`) {
  return { slug, ...SERVICE_HEADS[slug], claim, action: { label: 'Learn More', to } };
}

export const SERVICES_PAGE = {
  name: 'Services',
  title: 'Six services, from a signal to a call.',
  intro: 'Each works alone and with every plan. Together they find your buyers, name them and rank them.',
  groups: [
    {
      id: 'find',
      title: 'Find who is looking',
      description: 'From everything the market reads to the people who are about to decide.',
      services: [
        service('audience-creation', CLAIMS.weeklySignals),
        service('data-refinement', CLAIMS.dataSources, '/data-refinement'),
      ],
    },
    {
      id: 'recognize',
      title: 'Recognize who is already here',
      description: 'Your own website knows more buyers than its forms tell you.',
      services: [
        service('pixel-package', CLAIMS.identifiableTraffic),
        service('super-pixel', CLAIMS.identityGraph),
      ],
    },
    {
      id: 'act',
      title: 'Know who to call first',
      description: 'Complete records, in the order in which they are likely to buy.',
      services: [
        service('contact-enhancement', CLAIMS.recordMatch),
        service('custom-model', CLAIMS.modelAccuracy),
      ],
    },
  ],
  closing: {
    title: 'Not sure which one is missing?',
    description: 'Show us where your pipeline loses people. We will name the service that closes the gap.',
    action: promiseLink('demo'),
  },
} satisfies ServicesPageContent;
