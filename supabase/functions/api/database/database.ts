import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { z } from 'zod';
import type { Database } from '../../../../shared/src/supabase/database.types.ts';
import { accessCalls } from './access-calls.ts';
import { contactCalls } from './contact-calls.ts';
import {
  type AskedProcedure,
  type CallDatabase,
  DatabaseError,
  type Origin,
  originArgs,
  type Procedures,
  refusalOf,
} from './database-call.ts';
import { madeAgain } from './made-again.ts';
import { operationsCalls } from './operations-calls.ts';
import { sessionCalls } from './session-calls.ts';
import { siteEventCalls } from './site-event-calls.ts';

/** The decisions that the functions leave to the database, each in one atomic call. All reject with a refusal or with `DatabaseError`. */
export type FunctionDatabase = ReturnType<ReturnType<typeof connectDatabase>>;

/**
 * The database through Supabase's API, with the key that bypasses row-level security. A call is one transaction. One
 * that was rolled back in favor of another is made again.
 * @param options.timeoutMs time after which a call counts as failed
 * @returns the calls of a request that has to be answered by then, as `performance.now()` counts
 */
export function connectDatabase(
  url: string,
  secretKey: string,
  options: { fetch?: typeof fetch; timeoutMs: number },
) {
  const client: SupabaseClient<Database> = createClient(url, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: options.fetch },
  });
  return (endsAt = Number.POSITIVE_INFINITY) => callsUntil(endsAt, client, options.timeoutMs);
}

function callsUntil(endsAt: number, client: SupabaseClient<Database>, timeoutMs: number) {
  const leftMs = () => Math.floor(Math.min(timeoutMs, endsAt - performance.now()));
  const callOnce: CallDatabase = async (procedure, args, schema) => {
    const limitMs = leftMs();
    if (limitMs <= 0) throw new DatabaseError(procedure, '', 0);
    const { data, error, status } = await client
      .rpc(procedure, args as Procedures[typeof procedure]['Args'])
      .abortSignal(AbortSignal.timeout(limitMs));
    if (error) {
      const { code = '', message, details } = error;
      throw refusalOf(code, message, details) ?? new DatabaseError(procedure, code, status);
    }
    return z.parse(schema, data);
  };
  // A call that is given up before its own limit may be written after the answer.
  const mayRepeat = (error: unknown) =>
    error instanceof DatabaseError && error.isRolledBack && leftMs() >= timeoutMs;
  const call: CallDatabase = (...args) => madeAgain(() => callOnce(...args), mayRepeat);
  return {
    /** Lets a procedure decide about a session's request. Its answer is the answer of the call. */
    ask: (
      procedure: AskedProcedure,
      { sessionId, body, ...origin }: Origin & { sessionId: string; body: object },
    ): Promise<unknown> =>
      call(
        procedure,
        { session_id_param: sessionId, request_param: { ...body }, ...originArgs(origin) },
        z.unknown(),
      ),
    ...sessionCalls(call),
    ...accessCalls(call),
    ...operationsCalls(call),
    ...contactCalls(call),
    ...siteEventCalls(call),
  };
}
