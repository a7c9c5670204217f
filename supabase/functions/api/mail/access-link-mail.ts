import { BRAND } from '../../../../shared/src/brand/brand.ts';
import type { LinkMailState } from '../../../../shared/src/contracts/backend/customers/qualification.ts';
import { isMailbox } from '../../../../shared/src/contracts/backend/email-address.ts';
import { durationWords } from '../../../../shared/src/lib/duration-words.ts';
import type { FunctionDeps } from '../deps.ts';
import { describeFailure } from '../log.ts';
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
import { type MailDeps, tryToMail } from './note-failed-mail.ts';

interface AccessLinkMail {
  to: string;
  /** The customer's name. Empty if there is none. */
  name: string;
  /** The customer's, if it is known. */
  timeZone: string | null;
  rep: { name: string; email: string };
  /** The link itself. Anyone who has it can sign in as the customer. */
  link: string;
  validForSeconds: number;
  expiresAt: Date;
}

/** Of an extended link, which only the customer has. */
type NewEndMail = Omit<AccessLinkMail, 'link' | 'validForSeconds'>;

/** The mail that brings a customer their link. The link is not in the subject, which lock screens show. */
function accessLinkMail({ to, name, timeZone, rep, link, validForSeconds, expiresAt }: AccessLinkMail): Mail {
  const repName = headerText(rep.name);
  return {
    to,
    replyTo: plainAddress(rep.email),
    subject: `Your access to ${BRAND.name} pricing`,
    ...letter('Your access to pricing', [
      greeting(name),
      `Here is your personal link to ${BRAND.name} pricing:`,
      { link },
      `It is valid for ${durationWords(validForSeconds)}, until ${mailTime(expiresAt.toISOString(), timeZone)}.`,
      {
        aside: `The link is for you alone: please do not forward it. Questions? ${howToAsk(rep)}`,
      },
      `${repName}, ${BRAND.name}`,
    ]),
  };
}

/** The mail that tells a customer how long their link works now. The link itself is in an earlier mail or message. */
function newEndMail({ to, name, timeZone, rep, expiresAt }: NewEndMail, siteUrl: string): Mail {
  const repName = headerText(rep.name);
  return {
    to,
    replyTo: plainAddress(rep.email),
    subject: `More time for ${BRAND.name} pricing`,
    ...letter('More time for pricing', [
      greeting(name),
      `Your personal link to ${BRAND.name} pricing now works until ${mailTime(expiresAt.toISOString(), timeZone)}. It is the link that you have: nothing else changed. Open it again, and you see the prices here:`,
      comparisonPage(siteUrl),
      { aside: `You cannot find it, or have a question? ${howToAsk(rep)}` },
      `${repName}, ${BRAND.name}`,
    ]),
  };
}

/**
 * Mails a link, or the new end of one, to the address that the customer has verified. It never rejects: the link exists,
 * and its answer must not be lost.
 * @param counted its attempt, which is given back when no mail server took the mail. `mailable`: false when a limit is
 * reached, null when nothing was counted.
 */
export async function mailAccessLink(
  mail: AccessLinkMail | NewEndMail,
  counted: { sessionId: string; customerId: string; countedAt: string; mailable: boolean | null },
  deps: MailDeps & Pick<FunctionDeps, 'config'>,
  correlationId: string,
): Promise<LinkMailState> {
  const giveBack = async () => {
    try {
      if (counted.mailable) await deps.database.giveLinkMailBack(counted);
    } catch (error) {
      const event = 'attempt_not_given_back';
      deps.log({ level: 'error', event, correlationId, ...describeFailure(error) });
    }
  };
  if (deps.mail.kind !== 'test' && counted.mailable === false) {
    deps.log({ level: 'info', event: 'link_mail_limited', correlationId });
    return 'limited';
  }
  if (deps.mail.kind !== 'test' && !isMailbox(mail.to)) {
    await giveBack();
    return 'failed';
  }
  const write = () => ('link' in mail ? accessLinkMail(mail) : newEndMail(mail, deps.config.siteUrl));
  return tryToMail('access_link', write, deps, correlationId, giveBack);
}
