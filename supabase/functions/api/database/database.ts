import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../../../../shared/src/supabase/database.types.ts';
import { type AccessCalls, accessCalls } from './access-calls.ts';
import { type ContactCalls, contactCalls } from './contact-calls.ts';
import { type CallDatabase, DatabaseError, type Procedures } from './database-call.ts';
import { type OperationsCalls, operationsCalls } from './operations-calls.ts';
import { type SessionCalls, sessionCalls } from './session-calls.ts';
import { type SiteEventCalls, siteEventCalls } from './site-event-calls.ts';

/** The decisions that the functions leave to the database, each in one atomic call. All reject with `DatabaseError`. */
export interface FunctionDatabase
  extends SessionCalls,
    AccessCalls,
    OperationsCalls,
    ContactCalls,
    SiteEventCalls {}

/** How often a call is made that the database rolls back in favor of another one. */
const MOST_ATTEMPTS = 3;
const PAUSE_MS = 100;

/**
 * The database through Supabase's API, with the key that bypasses row-level security. A call is one transaction. One
 * that was rolled back in favor of another is made again.
 * @param timeoutMs time after which a call counts as failed
 */
export function connectDatabase(
  url: string,
  secretKey: string,
  options: { fetch?: typeof fetch; timeoutMs: number },
): FunctionDatabase {
  const client: SupabaseClient<Database> = createClient(url, secretKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    global: { fetch: options.fetch },
  });
  const callOnce: CallDatabase = async (procedure, args, schema) => {
    const { data, error, status } = await client
      .rpc(procedure, args as Procedures[typeof procedure]['Args'])
      .abortSignal(AbortSignal.timeout(options.timeoutMs));
    if (error) throw new DatabaseError(procedure, error.code ?? '', status);
    return schema.parse(data);
  };
  const call: CallDatabase = async (procedure, args, schema) => {
    for (let attempts = 1; ; attempts += 1)
      try {
        return await callOnce(procedure, args, schema);
      } catch (error) {
        if (!(error instanceof DatabaseError && error.isRolledBack) || attempts === MOST_ATTEMPTS)
          throw error;
        // Not at the same moment as the other one.
        await new Promise((resolve) => setTimeout(resolve, attempts * PAUSE_MS * (1 + Math.random())));
      }
  };
  return {
    ...sessionCalls(call),
    ...accessCalls(call),
    ...operationsCalls(call),
    ...contactCalls(call),
    ...siteEventCalls(call),
  };
}
