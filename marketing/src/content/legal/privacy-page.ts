import { SITE_TAG } from '@corvane/shared/brand/site-tag';
import type { Counted } from '@corvane/shared/contracts/backend/counted';
import { RETENTION_DAYS, type RetentionKind } from '@corvane/shared/contracts/backend/retention-days';
import type { LegalPageContent } from '../content-schemas.ts';
import { LEGAL_NOTICE } from './legal-notice.ts';

/** What the privacy page calls each thing that is counted. A new one without words is a type error. */
export const COUNTED_WORDS: Readonly<Record<Counted, string>> = {
  visit: 'the website is visited',
  view: 'each page is opened',
  'form-opened': 'the contact form is shown',
  'form-begun': 'the contact form is begun',
  'form-sent': 'the contact form is sent',
  'demo-booked': 'a demo is booked',
  'prices-seen': 'a customer sees our prices',
};

/** @example '30 days' */
function days(kind: RetentionKind): string {
  const { [kind]: count } = RETENTION_DAYS;
  return `${count} ${count === 1 ? 'day' : 'days'}`;
}

const FROM_OTHERS =
  SITE_TAG === null
    ? 'This website loads nothing from other websites.'
    : `If you allow it, this website loads a script of ${SITE_TAG.provider}, which then learns which pages you open and that you sent a form. You can withdraw that at the end of every page. Without your permission, this website loads nothing from other websites.`;

const COUNTED = Object.values(COUNTED_WORDS);

export const PRIVACY_PAGE = {
  title: 'Privacy policy',
  intro:
    'Which data we hold about visitors of this website and people in our database, why, and what you can do.',
  ...LEGAL_NOTICE,
  sections: [
    {
      id: 'requests',
      title: 'When you write to us',
      paragraphs: [
        'We keep what you enter into the contact form: your name, email address and company, and, if you give them, your phone number, job title, job role and message. With it we keep which page you came from and, when there is one, the campaign that led you here.',
        'We use this to answer you. If you agree to being contacted, we keep the wording you agreed to and when. You can withdraw that at any time.',
      ],
    },
    {
      id: 'browser',
      title: 'What stays in your browser',
      paragraphs: [
        'A message you have started is kept in the tab until you send it, so a reload does not lose it. No one else can read it there.',
        'If you sign in, your browser keeps a session so that you stay signed in. Logging out removes it.',
        'If your access to our prices ends while you are signed in, your browser remembers for 30 days whom to ask for a new link, and your name, email address and company for that request. If you log out before, or press “Forget me in this browser” at the top of a page, it keeps nothing.',
        FROM_OTHERS,
      ],
    },
    {
      id: 'counts',
      title: 'What we count',
      paragraphs: [
        `To learn which pages help, we count how often, on each day, ${COUNTED.slice(0, -1).join(', ')} or ${COUNTED.at(-1)}. We count this per page, per version of the website, per campaign in the address, and per kind of website that led here, such as a search engine.`,
        'Only the sums of a day are kept. We set no cookie for this, and store neither your IP address nor anything else that could tell one visitor from another. If your browser sends the signal Global Privacy Control, it reports nothing to us at all.',
      ],
    },
    {
      id: 'sign-in',
      title: 'When you sign in',
      paragraphs: [
        'For representatives and customers who sign in, we record the time, the IP address and the kind of browser. This protects prices and accounts against misuse.',
        'We also keep the time zone that your browser named last, so that our mails tell you times where you are. It is deleted with your other details.',
      ],
    },
    {
      id: 'database',
      title: 'People in our database',
      paragraphs: [
        'Our services rest on data about consumers and business contacts in the United States, from data providers and from websites that tell their visitors about it. Identities are matched on hashed emails.',
        'We give this data to businesses for marketing and sales. Our terms forbid its use for decisions on credit, insurance, employment or housing.',
      ],
    },
    {
      id: 'your-rights',
      title: 'Your choices',
      paragraphs: [
        'You can ask what we hold about you, have it corrected or deleted, and object to its being passed on. On the contact page, choose “Opt out or ask about your data”. We may ask you to show that you are the person concerned.',
      ],
    },
    {
      id: 'children',
      title: 'Children',
      paragraphs: [
        'Our service is not directed at anyone under 16, and we do not knowingly collect their data. If you believe that we hold data about a child, tell us and we will delete it.',
      ],
    },
    {
      id: 'retention',
      title: 'How long we keep data',
      paragraphs: [
        `We delete a request ${days('contact_requests')} after you sent it. A request that looks as if a machine sent it is deleted after ${days('quarantined_requests')}.`,
        `If you had access to our prices and did not buy, we delete your details ${days('idle_customers')} after your last access ended. If you bought, we keep them for as long as the law asks. A code that we mailed to you is deleted ${days('codes')} after it ended.`,
        `A sign-in is deleted ${days('sessions')} later, and IP address and browser are deleted ${days('sign_in_traces')} after they were noted. Our record of who did what is deleted after ${days('audit_trail')}. To stop attacks we count for at most ${days('attempt_counts')} how often a network asks for something. The speed figures that your browser sends us, which do not say who you are, are deleted after ${days('site_events')}. The daily sums described above are deleted after ${days('site_counts')}.`,
        'If you ask us to delete your data, we do not wait for these periods.',
      ],
    },
    {
      id: 'changes',
      title: 'Changes to this policy',
      paragraphs: ['The reviewed version will replace this text.'],
    },
  ],
} satisfies LegalPageContent;
