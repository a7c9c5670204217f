import { z } from 'zod';
import type { Database } from '../../../../shared/src/supabase/database.types.ts';
import { RequestError } from '../request-error.ts';
import { MAY_SUCCEED_LATER, ROLLED_BACK } from './made-again.ts';

/** Where a request came from, as session rows and the audit trail store it. */
export interface Origin {
  /** Address that a proxy of ours reported. Null when none did. */
  ipAddress: string | null;
  /** At most 400 characters. Null when not sent. */
  userAgent: string | null;
}

/** The parameters of a procedure that stores where a request came from. */
export function originArgs({ ipAddress, userAgent }: Origin) {
  return { ip_address_param: ipAddress, user_agent_param: userAgent };
}

const REFUSALS = new Map([
  ['PT400', 'invalid_request'],
  ['PT401', 'unauthenticated'],
  ['PT403', 'forbidden'],
  ['PT404', 'not_found'],
  ['PT409', 'invalid_request'],
  ['PT429', 'rate_limited'],
] as const) as ReadonlyMap<string, RequestError['code']>;

/** A call that failed or was not answered. `code` is PostgREST's or Postgres's, '' when none came. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError';
  readonly code: string;
  /** Nothing was decided: the API or the database could not be reached, or other calls were in the way. */
  readonly isUnavailable: boolean;
  /** Nothing was written, and the same call may succeed at once. */
  readonly isRolledBack: boolean;

  constructor(procedure: string, code: string, status: number) {
    super(`${procedure} failed`);
    this.code = code;
    this.isRolledBack = ROLLED_BACK.includes(code);
    this.isUnavailable = [0, 502, 503, 504].includes(status) || MAY_SUCCEED_LATER.has(code);
  }
}

/**
 * The refusal that a procedure raised, in its own words: PT401 is the status 401. A PT409 is a whole sentence, which
 * screens show: what is stored does not allow it, and nothing was changed. `detail` names the field that a
 * PT400 is about, or says in how many seconds a PT429 may be repeated. 22023 is how a procedure refuses a value that
 * only the database can read. Its words may repeat the value. Null for any other failure, among them the other
 * errors of class 22: a value that no procedure expected is a fault of ours.
 */
export function refusalOf(code: string, message: string, detail: string | null): RequestError | null {
  if (code === '22023') return new RequestError('invalid_request', 'A value of the request is invalid.');
  const refused = REFUSALS.get(code);
  if (refused === undefined) return null;
  if (refused === 'rate_limited') {
    return new RequestError(refused, message, { retryAfterSeconds: Number(detail) });
  }
  if (code === 'PT409') return new RequestError(refused, message, { status: 409 });
  return new RequestError(refused, message, detail ? { fields: { [detail]: message } } : {});
}

export type Procedures = Database['public']['Functions'];
/** Every parameter by its name. Postgres accepts null for each of them, which the generated types do not know. */
type Arguments<P extends keyof Procedures> = {
  [Name in keyof Procedures[P]['Args']]: Procedures[P]['Args'][Name] | null;
};

/** Calls a procedure and parses its answer. Rejects with the procedure's refusal, or with `DatabaseError`. */
export type CallDatabase = <P extends keyof Procedures, T>(
  procedure: P,
  args: Arguments<P>,
  schema: z.core.$ZodType<T>,
) => Promise<T>;

/** Of a procedure whose answer no caller needs. */
export const nothing: z.core.$ZodType<void> = z.unknown().transform(() => undefined);

/** Procedures that decide about a whole request by themselves. */
export type AskedProcedure = {
  [P in keyof Procedures]: 'request_param' extends keyof Procedures[P]['Args'] ? P : never;
}[keyof Procedures];
