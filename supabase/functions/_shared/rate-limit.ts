import type { FunctionDatabase } from './database.ts';
import { RequestError } from './request-error.ts';

export interface RateLimit {
  name: string;
  /** Attempts let through per window. */
  attempts: number;
  windowSeconds: number;
}

/**
 * Failed sign-ins. Successes are given back, so an office behind one address is not locked out by working.
 * Counted by the hash of the ID that was tried as well: a stranger's wrong guesses never touch a real ID's counter.
 */
export const SIGN_IN_PER_NETWORK: RateLimit = { name: 'sign-in:ip', attempts: 20, windowSeconds: 5 * 60 };
export const SIGN_IN_PER_CREDENTIAL: RateLimit = { name: 'sign-in:id', attempts: 10, windowSeconds: 5 * 60 };

/** Generous: a trade fair's stand may share one address. */
export const CONTACT_PER_NETWORK: RateLimit = { name: 'contact:ip', attempts: 60, windowSeconds: 10 * 60 };

/** What `giveBackAttempt` needs to uncount. */
export function bucketOf(limit: RateLimit, subject: string): string {
  return `${limit.name}:${subject}`;
}

/**
 * Counts an attempt before anything is looked at.
 * @throws RequestError `rate_limited` when there were too many; `unavailable` when they cannot be counted, as
 *   letting them through uncounted would be no limit at all.
 */
export async function takeAttempt(
  database: FunctionDatabase,
  limit: RateLimit,
  subject: string,
): Promise<void> {
  const attempt = await database
    .takeAttempt(bucketOf(limit, subject), limit.attempts, limit.windowSeconds)
    .catch((cause: unknown) => {
      throw new RequestError('unavailable', 'Please try again in a moment.', { cause, retryAfterSeconds: 5 });
    });
  if (!attempt.allowed) {
    throw new RequestError('rate_limited', 'Too many attempts. Please wait before you try again.', {
      retryAfterSeconds: attempt.retry_after_seconds,
    });
  }
}
