import { CONTACT_FORM } from './contact-form.ts';
import { CONTACT_PAGE } from './contact-page.ts';
import type { FormAnswerContent } from './contact-schemas.ts';

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
