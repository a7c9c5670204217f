import type { FunctionDeps } from './deps.ts';
import { describeFailure } from './log.ts';
import type { Mail } from './mail.ts';
import { RequestError } from './request-error.ts';

/**
 * Mails a code.
 * @param onFailure voids it
 * @throws RequestError `unavailable` when the mail server did not accept it
 */
export async function mailCode(
  mail: Mail,
  deps: FunctionDeps,
  onFailure: () => Promise<void>,
  correlationId: string,
): Promise<void> {
  try {
    await deps.mail.send(mail);
  } catch (cause) {
    deps.log({ level: 'error', event: 'mail_failed', correlationId, ...describeFailure(cause) });
    await onFailure();
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

/** The pause between two codes has not passed. */
export function codeTooSoon(retryAfterSeconds: number): RequestError {
  return new RequestError(
    'rate_limited',
    'A code was sent a moment ago. Please wait before you send another.',
    {
      retryAfterSeconds,
    },
  );
}

/** One answer for a code that is wrong, used, void, expired, refused too often or another's. */
export function wrongCodeRefusal(): RequestError {
  const message = 'The verification code is incorrect';
  return new RequestError('invalid_request', message, { fields: { code: message } });
}
