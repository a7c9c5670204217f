import { isMailbox } from '../../../../shared/src/contracts/backend/email-address.ts';
import type { FunctionDeps } from '../deps.ts';
import { type AddressChange, addressChangeMails } from './address-change-mail.ts';
import { noteFailedMail } from './note-failed-mail.ts';

/** Mails both addresses. It never rejects: the change is already stored. */
export async function mailAddressChange(
  change: AddressChange,
  deps: Pick<FunctionDeps, 'database' | 'mail' | 'log'>,
  correlationId: string,
): Promise<void> {
  if (deps.mail.kind === 'test') {
    deps.log({ level: 'warn', event: 'mail_not_configured', correlationId });
    return;
  }
  for (const mail of addressChangeMails(change).filter(({ to }) => isMailbox(to))) {
    try {
      await deps.mail.send(mail);
      deps.log({ level: 'info', event: 'address_change_mail_sent', correlationId });
    } catch (error) {
      await noteFailedMail('address_change', error, deps, correlationId);
    }
  }
}
