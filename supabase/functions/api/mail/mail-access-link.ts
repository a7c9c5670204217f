import type { LinkMailState } from '../../../../shared/src/contracts/backend/customers/qualification.ts';
import { isMailbox } from '../../../../shared/src/contracts/backend/email-address.ts';
import type { FunctionDeps } from '../deps.ts';
import { LINK_MAILS_PER_EMAIL, LINK_MAILS_PER_REP, mailboxHash, takeAttempt } from '../request/rate-limit.ts';
import { RequestError } from '../request-error.ts';
import { type AccessLinkMail, accessLinkMail } from './access-link-mail.ts';
import { noteFailedMail } from './note-failed-mail.ts';

/**
 * Mails a link to the address that the customer has verified, within limits. If a mail cannot be counted, it is not
 * sent. It never rejects: the link exists, and its answer must not be lost.
 */
export async function mailAccessLink(
  mail: AccessLinkMail,
  repId: string,
  deps: FunctionDeps,
  correlationId: string,
): Promise<LinkMailState> {
  if (deps.mail.kind === 'test') {
    deps.log({ level: 'warn', event: 'mail_not_configured', correlationId });
    return 'not_configured';
  }
  try {
    if (!isMailbox(mail.to)) return 'failed';
    await takeAttempt(deps.database, LINK_MAILS_PER_REP, repId);
    await takeAttempt(deps.database, LINK_MAILS_PER_EMAIL, await mailboxHash(mail.to));
    await deps.mail.send(accessLinkMail(mail));
    deps.log({ level: 'info', event: 'link_mailed', correlationId });
    return 'sent';
  } catch (error) {
    if (error instanceof RequestError && error.code === 'rate_limited') {
      deps.log({ level: 'info', event: 'link_mail_limited', correlationId });
      return 'limited';
    }
    await noteFailedMail('access_link', error, deps, correlationId);
    return 'failed';
  }
}
