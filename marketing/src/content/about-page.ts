import { BOOK_A_DEMO_PATH } from '@corvane/shared/contracts/remote/demo-link';
import type { AboutPageContent } from './about-schemas.ts';
import { CLAIMS } from './claims.ts';

export const ABOUT_PAGE: AboutPageContent = {
  title: 'We would rather send ten right names than a thousand.',
  intro:
    'Corvane finds out who is about to buy, and tells the people who sell. We have done nothing else since the first day, which is why we are careful about it.',
  caption: 'A thousand names. Ten of them are looking right now.',
  timeline: {
    title: 'Two beginnings',
    milestones: [
      {
        year: 2018,
        title: 'The company',
        description:
          'Corvane is founded to answer one question for marketers: which of all these people are looking right now?',
      },
      {
        year: 2022,
        title: 'The platform',
        description:
          'The answer becomes a service: audiences, enrichment, pixels and models on one database, delivered into the tools that teams already use.',
      },
    ],
  },
  principles: {
    title: 'How we work',
    items: [
      {
        title: 'We count before we promise',
        description: 'Before you sign, you know how many of the people you describe are in market.',
      },
      {
        title: 'We say what a figure rests on',
        description: 'A match rate is given as a range, because it depends on whose visitors they are.',
      },
      {
        title: 'We build privacy in',
        description:
          'Identities are matched on hashed emails. We pass on only what is needed to reach a person.',
      },
      {
        title: 'We answer as people',
        description: 'Whoever replies to you works with the data, and can look up what you ask.',
      },
    ],
  },
  reach: {
    title: 'What that has grown to',
    claims: [CLAIMS.customers, CLAIMS.consumers, CLAIMS.weeklySignals, CLAIMS.integrations],
  },
  closing: {
    title: 'See it with your own market.',
    description: 'Half an hour, your audience on the screen, and figures that you can take away.',
    action: { label: 'Book a Demo', to: BOOK_A_DEMO_PATH },
  },
};
