import type { FunctionDeps } from '../deps.ts';
import { RequestError } from '../request-error.ts';
import { isUnsent } from './is-unsent.ts';
import type { Mail } from './mail.ts';
import { noteFailedMail } from './note-failed-mail.ts';

/**
 * Mails a code.
 * @param onFailure voids it, and gives the attempt back for false. null: the mail server may have the mail
 * @throws RequestError `unavailable` when the mail server did not accept it
 */
export async function mailCode(
  kind: 'verification_code' | 'manager_code',
  mail: Mail,
  deps: FunctionDeps,
  onFailure: (isSent: false | null) => Promise<void>,
  correlationId: string,
): Promise<void> {
  try {
    await deps.mail.send(mail);
  } catch (cause) {
    await noteFailedMail(kind, cause, deps, correlationId);
    await onFailure(isUnsent(cause) ? false : null);
    throw new RequestError(
      'unavailable',
      'The verification code could not be sent. Please try again in a moment.',
      {
        cause,
        retryAfterSeconds: 30,
      },
    );
  }
}

/** One answer for a code that is wrong, used, void, expired, refused too often or another's. */
export function wrongCodeRefusal(): RequestError {
  const message = 'The verification code is incorrect';
  return new RequestError('invalid_request', message, { fields: { code: message } });
}

/** The customer stays with the representative who qualified them first. Only an operator may hand them over. */
export function anotherRepsCustomer(): RequestError {
  return new RequestError('forbidden', 'This customer already belongs to another representative.');
}
