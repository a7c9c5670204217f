import { BRAND } from '../../../../shared/src/brand/brand.ts';
import { isMailbox } from '../../../../shared/src/contracts/backend/email-address.ts';
import type { FunctionDeps } from '../deps.ts';
import { greeting, letter, type Mail } from './mail.ts';
import { type MailDeps, tryToMail } from './note-failed-mail.ts';

interface AddressChange {
  name: string;
  before: string;
  after: string;
}

/**
 * Tells a representative that a manager has set another address for them: one mail to the old address, one to the new.
 * The codes for Operations go to the new one. So the person at the old one must be able to object.
 */
function addressChangeMail(to: string, { name, before, after }: AddressChange, siteUrl: string): Mail {
  const subject = `Your ${BRAND.name} address changed`;
  return {
    to,
    subject,
    ...letter(subject, [
      greeting(name),
      `A manager changed your address in the ${BRAND.name} sales portal from ${before} to ${after}. Mail for you goes to the new address from now on. Your sales ID stays the same.`,
      { link: `${siteUrl}/sales-portal`, words: 'Open the Sales Portal' },
      { aside: 'If you did not expect this, tell a manager at once.' },
      BRAND.name,
    ]),
  };
}

/** Mails both addresses. It never rejects: the change is already stored. */
export async function mailAddressChange(
  change: AddressChange,
  deps: MailDeps & Pick<FunctionDeps, 'config'>,
  correlationId: string,
): Promise<void> {
  for (const to of [change.before, change.after].filter(isMailbox))
    await tryToMail(
      'address_change',
      () => addressChangeMail(to, change, deps.config.siteUrl),
      deps,
      correlationId,
    );
}
