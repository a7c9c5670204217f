import { OWNER_FACTS } from '@corvane/shared/brand/owner-facts';
import { CONTACT_REQUESTS_KEPT_DAYS } from '@corvane/shared/contracts/backend/terms';
import { CLAIMS, FIGURES_NOTE } from '../claims.ts';
import { promiseLink } from '../promise-link.ts';
import { CONTACT_FORM } from './contact-form.ts';
import { CONTACT_PAGE } from './contact-page.ts';
import type { FormAnswerContent, NextStepsContent, TrustContent } from './contact-schemas.ts';

export const FORM_ANSWER: FormAnswerContent = {
  sent: {
    title: CONTACT_PAGE.thanks.title,
    description: `${CONTACT_FORM.answer} the email address you gave us.`,
  },
  notSent: {
    title: 'We could not confirm your message',
    description:
      'Please go back: your text is still in the form. Check your name, email address, company and the length of your message. Otherwise wait a few minutes and send it again. The same message is not taken twice.',
  },
};

export const NEXT_STEPS: NextStepsContent = {
  title: 'What happens next',
  points: [
    {
      title: 'We read it',
      description: `A person reads your message, looks at your market and answers ${OWNER_FACTS.answersWithin}.`,
    },
    { title: 'We count', description: 'We check how many of the people you describe are in market now.' },
    { title: 'We show you', description: 'A short call with your own numbers on the screen. No slides.' },
  ],
};

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
      description: `We match people on hashed emails, and share only what you need to reach a person. What you write here is deleted after ${CONTACT_REQUESTS_KEPT_DAYS} days.`,
    },
    {
      title: 'How to opt out',
      description:
        'Anyone can ask what we hold about them, correct it, delete it, or object to its being passed on. You need no company for that.',
      action: promiseLink('opt-out'),
    },
    {
      title: 'What our figures mean',
      description: `${FIGURES_NOTE.text} A pixel match rate is a range, because it depends on who visits your site.`,
      action: FIGURES_NOTE.action,
    },
  ],
  certificates: { title: 'Audits and certificates', names: OWNER_FACTS.certificates },
  privacy: { label: 'Read the privacy policy', to: '/privacy' },
} satisfies TrustContent;
