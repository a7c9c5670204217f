import { OWNER_FACTS } from '@corvane/shared/brand/owner-facts';
import type { ContactFormText } from './contact-schemas.ts';

export const CONTACT_FORM = {
  required: 'Fields marked with * are required.',
  about: 'This message is about',
  labels: {
    name: 'Full Name*',
    email: 'Email Address*',
    company: 'Company*',
    companyOptional: 'Company (optional)',
    phone: 'Phone Number',
    jobTitle: 'Job title',
    jobRole: 'Job role',
    message: 'Message (Optional)',
  },
  forecastHint:
    'For your figures: what a sale is worth, how many you make a month, and what you spend on marketing.',
  accessRequests: {
    texts: {
      'new-link': 'My link to see prices does not work any more. Please send me a new one.',
      'more-time': 'Please give me more time to see prices.',
      quote: 'I accept my quote.',
    },
    from: 'My sales representative is {rep}.',
  },
  submit: { idle: 'Send message', busy: 'Submitting...' },
  failure: {
    title: 'Debug Information',
    correlation: 'Reference',
    kept: 'Your text is saved in this tab. You can send it again.',
  },
  answer: `A person answers ${OWNER_FACTS.answersWithin}, to`,
  untold: {
    title: 'Your message is saved',
    description: `Our team has not been told of it yet. If no answer comes ${OWNER_FACTS.answersWithin}, please contact us again.`,
  },
  demoSent: {
    title: 'Demo Request Submitted',
    description: 'Our team will review your request and reach out soon.',
  },
  toasts: {
    page: {
      sent: {
        title: 'Form submitted successfully!',
        description: "We'll get back to you as soon as possible.",
      },
      refused: { title: 'Form submission failed', description: 'Please try again later' },
      unexpected: { title: 'An unexpected error occurred', description: 'Please try again later.' },
      showsServerError: true,
    },
    dialog: {
      sent: { title: 'Form Submitted', description: "We'll get back to you as soon as possible." },
      refused: {
        title: 'Submission failed',
        description: 'There was a problem submitting your request. Please try again.',
      },
      unexpected: {
        title: 'Submission failed',
        description: 'There was a problem submitting your request. Please try again.',
      },
      showsServerError: false,
    },
  },
} satisfies ContactFormText;

/** What a customer asks about their access or their quote. undefined for any other `source`. */
export function accessRequestOf(source: string): string | undefined {
  const texts: Record<string, string> = CONTACT_FORM.accessRequests.texts;
  return Object.hasOwn(texts, source) ? texts[source] : undefined;
}
