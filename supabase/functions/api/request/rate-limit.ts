import { canonicalAddress } from '../canonical-address.ts';
import type { FunctionDatabase } from '../database/database.ts';
import { DatabaseError } from '../database/database-call.ts';
import type { CountedBucket, LimitedSignIn, LiveSession } from '../database/session-calls.ts';
import type { FunctionDeps } from '../deps.ts';
import { describeFailure } from '../log.ts';
import { RequestError } from '../request-error.ts';
import { sha256Hex } from '../secrets/credential-hash.ts';

export interface RateLimit {
  name: string;
  /** Attempts allowed per window. */
  attempts: number;
  windowSeconds: number;
}

/**
 * Only failed sign-ins. So an office behind one address is never locked out by its own work. Any number of people may
 * sign in at once. A second counter uses the hash of the tried ID: a stranger's wrong attempts never touch a real ID's
 * counter.
 */
export const SIGN_IN_PER_NETWORK: RateLimit = { name: 'sign-in:ip', attempts: 20, windowSeconds: 5 * 60 };
export const SIGN_IN_PER_CREDENTIAL: RateLimit = { name: 'sign-in:id', attempts: 10, windowSeconds: 5 * 60 };

/** Failed sign-ins of customers. A token has 256 bits, so this limits load and noise, not guessing. */
export const CUSTOMER_SIGN_IN_PER_NETWORK: RateLimit = {
  name: 'sign-in-customer:ip',
  attempts: 20,
  windowSeconds: 5 * 60,
};

/**
 * Mailed codes. Also per address, so that no caller can flood a mailbox through us. Each code allows CODE_MAX_ATTEMPTS
 * attempts at 900,000 values, so an address gets few codes per window.
 */
export const CODES_PER_REP: RateLimit = { name: 'code:rep', attempts: 30, windowSeconds: 10 * 60 };
export const CODES_PER_EMAIL: RateLimit = { name: 'code:email', attempts: 5, windowSeconds: 10 * 60 };

/**
 * Codes of a whole day. They bound what adds up over many short windows: the mails to one mailbox, and the attempts at
 * its codes.
 */
export const CODES_PER_REP_AND_DAY: RateLimit = {
  name: 'code:rep-day',
  attempts: 300,
  windowSeconds: 24 * 60 * 60,
};
export const CODES_PER_EMAIL_AND_DAY: RateLimit = {
  name: 'code:email-day',
  attempts: 20,
  windowSeconds: 24 * 60 * 60,
};

/** A manager's codes. They all go to one address, so the limit is that of an address. */
export const MANAGER_CODES_PER_REP: RateLimit = {
  name: 'manager-code:rep',
  attempts: 5,
  windowSeconds: 10 * 60,
};

/**
 * Also limits attempts at a manager's codes: each code allows CODE_MAX_ATTEMPTS. All attempts of a day reach a tiny part
 * of the possible codes. So `check-manager-code` needs no limit of its own.
 */
export const MANAGER_CODES_PER_REP_AND_DAY: RateLimit = {
  name: 'manager-code:rep-day',
  attempts: 40,
  windowSeconds: 24 * 60 * 60,
};

/**
 * Mailed links. Each link gives one person access. They are counted apart from codes, so that neither uses up the
 * other's limit.
 */
export const LINK_MAILS_PER_REP: RateLimit = { name: 'link-mail:rep', attempts: 30, windowSeconds: 10 * 60 };
export const LINK_MAILS_PER_EMAIL: RateLimit = {
  name: 'link-mail:email',
  attempts: 3,
  windowSeconds: 10 * 60,
};

/** Generous: all people at a trade fair's stand may share one address. */
export const CONTACT_PER_NETWORK: RateLimit = { name: 'contact:ip', attempts: 60, windowSeconds: 10 * 60 };

/** So that one network cannot use up what all have. */
export const CONTACT_PER_NETWORK_AND_DAY: RateLimit = {
  name: 'contact:ip-day',
  attempts: 300,
  windowSeconds: 24 * 60 * 60,
};

/** Of all networks together: what strangers can store in a day has an end, however many networks they have. */
export const CONTACT_PER_DAY: RateLimit = {
  name: 'contact:day',
  attempts: 5_000,
  windowSeconds: 24 * 60 * 60,
};

/**
 * Confirmations, which go to people who may not have asked for them. The limit per network stops mass mailing through
 * us. A trade fair's stand stays well below it.
 */
export const CONFIRMATIONS_PER_NETWORK: RateLimit = {
  name: 'confirmation:ip',
  attempts: 100,
  windowSeconds: 24 * 60 * 60,
};
/** Of all networks together. */
export const CONFIRMATIONS_PER_DAY: RateLimit = {
  name: 'confirmation:day',
  attempts: 1_000,
  windowSeconds: 24 * 60 * 60,
};
export const CONFIRMATIONS_PER_EMAIL: RateLimit = {
  name: 'confirmation:email',
  attempts: 3,
  windowSeconds: 24 * 60 * 60,
};

/** Batches of events, one or two per page load. A large office above the limit loses only events. */
export const SITE_EVENTS_PER_NETWORK: RateLimit = {
  name: 'site-events:ip',
  attempts: 600,
  windowSeconds: 60,
};

/** The key that limits count an address by: its mailbox in one spelling, hashed. The address itself is not stored. */
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

/** If attempts cannot be counted, they are refused: otherwise there would be no limit. */
function notCounted(cause: unknown): RequestError {
  return new RequestError('unavailable', 'Please try again in a moment.', { cause, retryAfterSeconds: 5 });
}

/**
 * Signs in within limits. The database checks and counts them in the transaction that compares the credentials. Right
 * credentials use up nothing, not even while the call runs. Of many wrong ones at once, the database compares no more
 * than the limits allow.
 * @param limits the network first: if it stops an attempt, the credentials do not count it
 * @returns null when the credentials match nothing usable, which counts them
 * @throws RequestError `rate_limited` after too many, `unavailable` when the database does not answer
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
 * Counts an attempt before anything else is checked.
 * @throws RequestError `rate_limited` after too many, `unavailable` when they cannot be counted
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

/**
 * Counts one attempt at each of several limits. If one of them refuses it, none counts it: repeating a refused call does
 * not use up the limits of a day.
 * @throws RequestError as `takeAttempt`
 */
export async function takeAttempts(
  deps: Pick<FunctionDeps, 'database' | 'log'>,
  correlationId: string,
  limits: [RateLimit, string][],
): Promise<void> {
  for (const [index, [limit, subject]] of limits.entries())
    try {
      await takeAttempt(deps.database, limit, subject);
    } catch (error) {
      await giveBackAttempts(deps, correlationId, limits.slice(0, index));
      throw error;
    }
}

/** Uncounts attempts that did no harm. It never fails: a counter that stays one too high ends with its window. */
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

/** Uncounts attempts that the database refused. @throws the refusal, or any other failure, whose attempts stay counted */
export async function giveBackRefused(
  error: unknown,
  deps: Pick<FunctionDeps, 'database' | 'log'>,
  correlationId: string,
  taken: [RateLimit, string][],
): Promise<never> {
  if (error instanceof RequestError) await giveBackAttempts(deps, correlationId, taken);
  throw error;
}
