import type { LinkMailState } from '../../../../shared/src/contracts/backend/customers/qualification.ts';
import type { FunctionDeps } from '../deps.ts';
import { type AccessLinkMail, accessLinkMail } from './access-link-mail.ts';
import { noteFailedMail } from './note-failed-mail.ts';

/**
 * Mails a link to the address that the customer has verified. It never rejects: the link exists, and its answer must not
 * be lost.
 * @param isCounted false when a limit is reached, null for an address that is not one mailbox
 */
export async function mailAccessLink(
  mail: AccessLinkMail,
  isCounted: boolean | null,
  deps: FunctionDeps,
  correlationId: string,
): Promise<LinkMailState> {
  if (deps.mail.kind === 'test') {
    deps.log({ level: 'warn', event: 'mail_not_configured', correlationId });
    return 'not_configured';
  }
  if (isCounted === null) return 'failed';
  if (!isCounted) {
    deps.log({ level: 'info', event: 'link_mail_limited', correlationId });
    return 'limited';
  }
  try {
    await deps.mail.send(accessLinkMail(mail));
    deps.log({ level: 'info', event: 'link_mailed', correlationId });
    return 'sent';
  } catch (error) {
    await noteFailedMail('access_link', error, deps, correlationId);
    return 'failed';
  }
}
