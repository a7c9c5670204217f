import type { DatabaseSettings } from '../engine/database-settings.ts';

/** What a call may take of the process. `null` for work of operators, who are trusted. */
export interface CallBudget {
  /** Seconds of processor time. A busy machine does not shorten it, as it would a limit in seconds of the clock. */
  cpuSeconds: number;
  /** Memory that the process may have beyond what it had when the call began. */
  extraMegabytes: number;
}

/** A REST request, in a form that can be sent to another process. */
export interface SentRequest {
  url: string;
  method: string;
  headers: [string, string][];
  body: Uint8Array | null;
}

export interface SentResponse {
  status: number;
  headers: [string, string][];
  body: Uint8Array;
}

export type DatabaseCall =
  | { kind: 'rest'; request: SentRequest }
  | { kind: 'sql'; text: string; params: unknown[] | undefined }
  /** Asks for a row, and through the API as visitors do. The answer is `true`. */
  | { kind: 'probe' };

export type ToDatabase =
  /** A spare: reads all code now, and waits for `start`. */
  | { kind: 'warm' }
  | { kind: 'start'; settings: DatabaseSettings }
  | { kind: 'call'; id: number; call: DatabaseCall; budget: CallBudget | null }
  | { kind: 'close' };

export type CallResult = { value: unknown } | { error: { message: string; code: string | undefined } };

export type FromDatabase =
  /** `schema` as in the settings. Always null on PostgreSQL, whose schema others may change. */
  | { kind: 'ready'; appliedMigrations: number; callsAtOnce: number; schema: string | null }
  /** The operator can do something about it: the message of a `UserError`. */
  | { kind: 'refused'; message: string }
  /** `extraMegabytes` is the memory that the process keeps beyond what it kept when it was ready. */
  | { kind: 'answer'; id: number; result: CallResult; extraMegabytes: number };

/** The signal by which the database process ends itself when a call takes more than its budget. */
export const OVERRUN_SIGNAL = 'SIGUSR2';
