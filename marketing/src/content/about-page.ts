import { BRAND } from '@corvane/shared/brand/brand';
import { CLAIMS, FIGURES_NOTE } from './claims.ts';
import type { AboutPageContent } from './content-schemas.ts';
import { promiseLink } from './promise-link.ts';

export const ABOUT_PAGE = {
  title: 'We would rather send you ten right names than a thousand.',
  intro: `${BRAND.name} finds out who is about to buy and tells the people who sell. We have done nothing else since day one.`,
  caption: 'A thousand names. Ten of them are looking right now.',
  timeline: {
    title: 'Two beginnings',
    milestones: [
      {
        year: 2018,
        title: 'The company',
        description: `${BRAND.name} is founded to answer one question for marketers: who is looking right now?`,
      },
      {
        year: 2022,
        title: 'The platform',
        description:
          'The answer becomes a service: audiences, enrichment, pixels and models on one database, delivered to the tools teams already use.',
      },
    ],
  },
  principles: {
    title: 'How we work',
    items: [
      {
        title: 'We count before we promise',
        description: 'Before you sign, you know how many of your buyers are in market.',
      },
      {
        title: 'We say where a figure comes from',
        description: 'We give pixel match rates as a range, because they depend on who visits your site.',
      },
      {
        title: 'We build privacy in',
        description: 'We match identities on hashed emails. We share only what you need to reach a person.',
      },
      {
        title: 'We answer as people',
        description: 'The person who replies to you works with the data and can look things up.',
      },
    ],
  },
  reach: {
    title: 'Where we are today',
    claims: [CLAIMS.customers, CLAIMS.consumers, CLAIMS.weeklySignals, CLAIMS.integrations],
  },
  figures: {
    title: 'What our figures count',
    note: `${FIGURES_NOTE.text} Yours depend on your market and your data.`,
    claims: Object.values(CLAIMS),
  },
  closing: {
    title: 'See it with your own market.',
    description: 'A call, your audience on the screen, and figures you can take with you.',
    action: promiseLink('demo'),
  },
} satisfies AboutPageContent;
