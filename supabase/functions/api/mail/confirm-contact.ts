import type { StoredContactRequest } from '../database/contact-calls.ts';
import type { FunctionDeps } from '../deps.ts';
import { describeFailure } from '../log.ts';
import { contactConfirmationMail } from './contact-confirmation-mail.ts';
import { countFailedMail } from './note-failed-mail.ts';

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
    const failure = describeFailure(error);
    deps.log({
      level: 'warn',
      event: 'confirmation_failed',
      correlationId,
      contactRequestId: contactRequest.id,
      ...failure,
    });
    await countFailedMail('confirmation', deps, correlationId);
  }
}
