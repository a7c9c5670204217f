import { OWNER_FACTS } from '@corvane/shared/brand/owner-facts';
import { CLAIMS } from '../claims.ts';
import { promiseLink } from '../promise-link.ts';
import type { TrustContent } from './contact-schemas.ts';

/** How we work with data about people. It agrees with the privacy policy and claims no certificate. */
export const TRUST = {
  title: 'What you can check about our data',
  points: [
    {
      title: 'Where it comes from',
      description: `${CLAIMS.dataSources.written} ${CLAIMS.dataSources.label}: data providers, and websites that tell their visitors about it. Our data covers consumers and business contacts in the United States.`,
    },
    {
      title: 'How it is protected',
      description:
        'We match people on hashed emails, and share only what you need to reach a person. Our service is not directed at anyone under 16.',
    },
    {
      title: 'How to opt out',
      description:
        'Anyone can ask what we hold about them, correct it, delete it, or object to its being passed on. You need no company for that.',
      action: promiseLink('opt-out'),
    },
    {
      title: 'What our figures mean',
      description:
        'They are our own figures, and each says what it counts. A pixel match rate is a range, because it depends on who visits your site.',
    },
  ],
  certificates: { title: 'Audits and certificates', names: OWNER_FACTS.certificates },
  privacy: { label: 'Read the privacy policy', to: '/privacy' },
} satisfies TrustContent;
