import { contactConfirmationMail } from './contact-confirmation-mail.ts';
import type { StoredSubmission } from './database.ts';
import type { FunctionDeps } from './deps.ts';
import { describeFailure } from './log.ts';
import { isOneAddress } from './mail.ts';
import { CONFIRMATIONS_PER_EMAIL, takeAttempt } from './rate-limit.ts';
import { RequestError } from './request-error.ts';

/**
 * Tells the sender that the request has arrived. Anybody can write anybody's address into the form, so an address is
 * sent few of these a day, and nothing of what was typed is in them: the form is no way to send mail through us.
 * Never rejects: the request is saved and the team knows of it.
 */
export async function confirmContact(
  deps: FunctionDeps,
  submission: StoredSubmission,
  correlationId: string,
): Promise<void> {
  const { id: submissionId, email } = submission;
  try {
    if (!isOneAddress(email)) return;
    await takeAttempt(deps.database, CONFIRMATIONS_PER_EMAIL, email.toLowerCase());
    await deps.mail.send(contactConfirmationMail(submission, deps.config));
  } catch (error) {
    const isLimit = error instanceof RequestError && error.code === 'rate_limited';
    deps.log({
      level: isLimit ? 'info' : 'warn',
      event: isLimit ? 'confirmation_limited' : 'confirmation_failed',
      correlationId,
      submissionId,
      ...(isLimit ? {} : describeFailure(error)),
    });
  }
}
