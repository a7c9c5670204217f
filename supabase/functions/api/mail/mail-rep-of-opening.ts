import { isMailbox } from '../../../../shared/src/contracts/backend/email-address.ts';
import type { SignedInCustomer } from '../../../../shared/src/contracts/remote/session.ts';
import type { FunctionDeps } from '../deps.ts';
import { noteFailedMail } from './note-failed-mail.ts';
import { openingMail } from './opening-mail.ts';

/** Tells the representative that the link was opened. It never rejects: the customer is already signed in. */
export async function mailRepOfOpening(
  customer: SignedInCustomer,
  deps: Pick<FunctionDeps, 'database' | 'mail' | 'log' | 'now' | 'config'>,
  correlationId: string,
): Promise<void> {
  if (deps.mail.kind === 'test') {
    deps.log({ level: 'warn', event: 'mail_not_configured', correlationId });
    return;
  }
  if (!isMailbox(customer.repEmail)) {
    deps.log({ level: 'warn', event: 'opening_mail_without_address', correlationId });
    return;
  }
  try {
    const rep = { name: customer.repName, email: customer.repEmail };
    await deps.mail.send(openingMail({ customer, rep, openedAt: deps.now(), siteUrl: deps.config.siteUrl }));
    deps.log({ level: 'info', event: 'opening_mail_sent', correlationId });
  } catch (error) {
    await noteFailedMail('opening', error, deps, correlationId);
  }
}
