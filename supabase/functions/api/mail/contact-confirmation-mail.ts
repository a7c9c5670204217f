import { BRAND } from '../../../../shared/src/brand/brand.ts';
import { OWNER_FACTS } from '../../../../shared/src/brand/owner-facts.ts';
import { requestReference } from '../../../../shared/src/lib/request-reference.ts';
import type { StoredContactRequest } from '../database/contact-calls.ts';
import type { FunctionDeps } from '../deps.ts';
import { describeFailure } from '../log.ts';
import { comparisonPage, headerText, letter, type Mail, plainAddress } from './mail.ts';
import { countFailedMail } from './note-failed-mail.ts';

/** The mail that tells a sender that their request has arrived. It contains only our own words. */
export function contactConfirmationMail(
  { id, email, projectType, source }: StoredContactRequest,
  { contactNotifyTo, siteUrl }: Pick<FunctionDeps['config'], 'contactNotifyTo' | 'siteUrl'>,
): Mail {
  const title = projectType === 'demo' ? 'Your demo request has arrived' : 'Your request has arrived';
  const { text, html } = letter(title, [
    `A person answers you ${OWNER_FACTS.answersWithin}. To add something, reply to this mail.`,
    `Reference: ${requestReference(id)}`,
    // Who asks about their data is offered nothing.
    ...(source === 'opt-out'
      ? [
          'Until then, you can read what you may ask for:',
          { link: `${siteUrl}/privacy`, words: 'Read our privacy policy' },
        ]
      : ['Until then, you can compare our plans:', comparisonPage(siteUrl)]),
    {
      aside: `If you did not write to ${BRAND.name}, someone entered your address by mistake. You can ignore this mail.`,
    },
  ]);
  return {
    to: email,
    replyTo: plainAddress(contactNotifyTo),
    subject: headerText(`${title} at ${BRAND.name}`),
    text: `${title}.\n\n${text}`,
    html,
  };
}

/**
 * Tells the sender that the request has arrived. Anyone can write any address into the form. So each address gets few
 * of these mails a day, and they contain nothing that was typed: a stranger cannot send their own mail through the form.
 * It never rejects: the request is saved and the team knows of it.
 */
export async function confirmContact(
  deps: FunctionDeps,
  contactRequest: StoredContactRequest,
  correlationId: string,
): Promise<void> {
  try {
    await deps.mail.send(contactConfirmationMail(contactRequest, deps.config));
  } catch (error) {
    const { id: contactRequestId } = contactRequest;
    const failure = describeFailure(error);
    deps.log({ level: 'warn', event: 'confirmation_failed', correlationId, contactRequestId, ...failure });
    await countFailedMail('confirmation', deps, correlationId);
  }
}
