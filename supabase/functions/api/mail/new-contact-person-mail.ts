import { BRAND } from '../../../../shared/src/brand/brand.ts';
import type { WorkMail } from '../database/contact-calls.ts';
import {
  comparisonPage,
  greeting,
  headerText,
  howToAsk,
  letter,
  type Mail,
  mailTime,
  plainAddress,
} from './mail.ts';

/** The mail that tells a customer who looks after them from now on. Their link goes on, and is not in it. */
export function newContactPersonMail(
  rep: WorkMail['rep'],
  customer: NonNullable<WorkMail['customer']>,
  siteUrl: string,
): Mail {
  const repName = headerText(rep.name);
  const title = `${repName} now looks after you at ${BRAND.name}`;
  return {
    to: customer.email,
    replyTo: plainAddress(rep.email),
    subject: title,
    ...letter(title, [
      greeting(customer.name),
      `From now on, ${repName} answers your questions about ${BRAND.name}. ${howToAsk(rep)}`,
      `Your personal link to the prices stays the same. It works until ${mailTime(customer.linkEndsAt, customer.timeZone)}. Once you have opened it, you see them here:`,
      comparisonPage(siteUrl),
      `${repName}, ${BRAND.name}`,
    ]),
  };
}
