import { BRAND } from '../../../../shared/src/brand/brand.ts';
import { isMailbox } from '../../../../shared/src/contracts/backend/email-address.ts';
import type { SignedInCustomer } from '../../../../shared/src/contracts/remote/session.ts';
import type { FunctionDeps } from '../deps.ts';
import { CHOSEN_MAIL, greeting, headerText, letter, type Mail, mailTime } from './mail.ts';
import { type MailDeps, tryToMail } from './note-failed-mail.ts';

interface OpeningMail {
  customer: { id: string; name: string; email: string; company: string };
  rep: { name: string; email: string; timeZone: string | null };
  openedAt: Date;
  /** Origin of the site. */
  siteUrl: string;
}

/** The mail that tells a representative that a customer has opened the access link. It does not contain that link. */
export function openingMail({ customer, rep, openedAt, siteUrl }: OpeningMail): Mail {
  const who = headerText(customer.name || customer.email);
  const company = headerText(customer.company);
  const title = `${who} opened your link`;
  return {
    to: rep.email,
    subject: headerText(title),
    ...letter(title, [
      greeting(rep.name),
      `${who}${company === '' ? '' : ` (${company})`} opened the link to ${BRAND.name} prices on ${mailTime(openedAt.toISOString(), rep.timeZone)}.`,
      { link: `${siteUrl}/sales-portal?tab=customers&customer=${customer.id}`, words: 'Open the customer' },
      CHOSEN_MAIL,
    ]),
  };
}

/** Tells the representative that the link was opened. It never rejects: the customer is already signed in. */
export async function mailRepOfOpening(
  customer: SignedInCustomer,
  timeZone: string | null,
  deps: MailDeps & Pick<FunctionDeps, 'now' | 'config'>,
  correlationId: string,
): Promise<void> {
  if (deps.mail.kind !== 'test' && !isMailbox(customer.repEmail)) {
    deps.log({ level: 'warn', event: 'opening_mail_without_address', correlationId });
    return;
  }
  const rep = { name: customer.repName, email: customer.repEmail, timeZone };
  const { siteUrl } = deps.config;
  const write = () => openingMail({ customer, rep, openedAt: deps.now(), siteUrl });
  await tryToMail('opening', write, deps, correlationId);
}
