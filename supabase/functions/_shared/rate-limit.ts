import { canonicalAddress } from './canonical-address.ts';
import { sha256Hex } from './credential-hash.ts';
import {
  type CountedBucket,
  DatabaseError,
  type FunctionDatabase,
  type LimitedSignIn,
  type LiveSession,
} from './database.ts';
import type { FunctionDeps } from './deps.ts';
import { describeFailure } from './log.ts';
import { RequestError } from './request-error.ts';

export interface RateLimit {
  name: string;
  /** Attempts let through per window. */
  attempts: number;
  windowSeconds: number;
}

/**
 * Failed sign-ins, and they alone: an office behind one address is not locked out by working, however many come at once.
 * Counted by the hash of the ID that was tried as well: a stranger's wrong guesses never touch a real ID's counter.
 */
export const SIGN_IN_PER_NETWORK: RateLimit = { name: 'sign-in:ip', attempts: 20, windowSeconds: 5 * 60 };
export const SIGN_IN_PER_CREDENTIAL: RateLimit = { name: 'sign-in:id', attempts: 10, windowSeconds: 5 * 60 };

/** Failed sign-ins of customers. A token has 256 bits: this is about load and noise, not about guessing. */
export const CUSTOMER_SIGN_IN_PER_NETWORK: RateLimit = {
  name: 'sign-in-customer:ip',
  attempts: 20,
  windowSeconds: 5 * 60,
};

/**
 * Codes mailed. Per address, so that nobody's mailbox is flooded through us. Each code allows CODE_MAX_ATTEMPTS guesses at a
 * million, so an address stands for few of them per window.
 */
export const CODES_PER_REP: RateLimit = { name: 'code:rep', attempts: 30, windowSeconds: 10 * 60 };
export const CODES_PER_EMAIL: RateLimit = { name: 'code:email', attempts: 5, windowSeconds: 10 * 60 };

/** Links mailed, each with a person's access. Counted apart from codes, so that neither uses up the other's share. */
export const LINK_MAILS_PER_REP: RateLimit = { name: 'link-mail:rep', attempts: 30, windowSeconds: 10 * 60 };
export const LINK_MAILS_PER_EMAIL: RateLimit = {
  name: 'link-mail:email',
  attempts: 3,
  windowSeconds: 10 * 60,
};

/** Generous: a trade fair's stand may share one address. */
export const CONTACT_PER_NETWORK: RateLimit = { name: 'contact:ip', attempts: 60, windowSeconds: 10 * 60 };

/**
 * Confirmations, which go to people who may not have asked for them. The limit per network stops mass mailing
 * through us. A trade fair's stand stays well below it.
 */
export const CONFIRMATIONS_PER_NETWORK: RateLimit = {
  name: 'confirmation:ip',
  attempts: 100,
  windowSeconds: 24 * 60 * 60,
};
export const CONFIRMATIONS_PER_EMAIL: RateLimit = {
  name: 'confirmation:email',
  attempts: 3,
  windowSeconds: 24 * 60 * 60,
};

/**
 * Batches of events: one or two per page load. If a large office exceeds the limit, it loses nothing but events.
 */
export const SITE_EVENTS_PER_NETWORK: RateLimit = {
  name: 'site-events:ip',
  attempts: 600,
  windowSeconds: 60,
};

/** The key that is counted for an address: its mailbox, in one spelling. The address itself is not stored. */
export async function mailboxHash(email: string): Promise<string> {
  return sha256Hex(canonicalAddress(email));
}

function bucketOf(limit: RateLimit, subject: string): string {
  return `${limit.name}:${subject}`;
}

function tooMany(retryAfterSeconds: number): RequestError {
  return new RequestError('rate_limited', 'Too many attempts. Please wait before you try again.', {
    retryAfterSeconds,
  });
}

/** Attempts that cannot be counted are not let through: that would be no limit at all. */
function notCounted(cause: unknown): RequestError {
  return new RequestError('unavailable', 'Please try again in a moment.', { cause, retryAfterSeconds: 5 });
}

/**
 * Signs in within limits. The database checks and counts them in the transaction that compares the credentials.
 * Correct ones use up nothing, not even in flight. Of many wrong ones at once, the database compares no more than
 * the limits allow.
 * @param limits the network first: an attempt that it stops does not count against the credentials.
 * @returns null when the credentials match nothing usable; they are counted then.
 * @throws RequestError `rate_limited` when there were too many; `unavailable` when the database does not answer.
 */
export async function countedSignIn(
  limits: [RateLimit, string][],
  begin: (limits: CountedBucket[]) => Promise<LiveSession | LimitedSignIn | null>,
): Promise<LiveSession | null> {
  const buckets = limits.map(([limit, subject]) => ({
    bucket: bucketOf(limit, subject),
    attempts: limit.attempts,
    window_seconds: limit.windowSeconds,
  }));
  const session = await begin(buckets).catch((cause: unknown) => {
    throw cause instanceof DatabaseError ? notCounted(cause) : cause;
  });
  if (session?.kind === 'limited') throw tooMany(session.retry_after_seconds);
  return session;
}

/**
 * Counts an attempt before anything is looked at.
 * @throws RequestError `rate_limited` when there were too many; `unavailable` when they cannot be counted.
 */
export async function takeAttempt(
  database: FunctionDatabase,
  limit: RateLimit,
  subject: string,
): Promise<void> {
  const attempt = await database
    .takeAttempt(bucketOf(limit, subject), limit.attempts, limit.windowSeconds)
    .catch((cause: unknown) => {
      throw notCounted(cause);
    });
  if (!attempt.allowed) throw tooMany(attempt.retry_after_seconds);
}

/** Uncounts attempts that did no harm. A counter that stays one too high passes with its window, so this never fails. */
export async function giveBackAttempts(
  deps: Pick<FunctionDeps, 'database' | 'log'>,
  correlationId: string,
  taken: [RateLimit, string][],
): Promise<void> {
  await Promise.all(
    taken.map(([limit, subject]) => deps.database.giveBackAttempt(bucketOf(limit, subject))),
  ).catch((error: unknown) => {
    deps.log({ level: 'warn', event: 'give_back_failed', correlationId, ...describeFailure(error) });
  });
}
