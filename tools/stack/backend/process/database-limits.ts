import { DATABASE_TIMEOUT_MS } from '../../../../supabase/functions/_shared/deps.ts';
import type { CallBudget } from './database-messages.ts';

/** Resource limits of database calls. docs/developing.md lists the figures, and a test compares them. */
export interface DatabaseLimits {
  /** Calls that wait, of all callers and of one. */
  maxWaiting: number;
  maxPerCaller: number;
  /** Calls of one caller that run at once on PostgreSQL: a third of its connections. */
  maxRunningPerCaller: number;
  /** A call that could not be sent by then is refused. Functions wait longer by `LATER_MS`, so that they are told. */
  waitMs: number;
  /**
   * What one call on the embedded database may take. PostgreSQL has its own `statement_timeout`. The memory counts
   * from the call's beginning. Plain calls took at most 7 MB each. But the engine's own code is compiled for good
   * while the first of them run. That took up to 250 MB on a busy machine.
   */
  budget: CallBudget;
  /** A call that takes longer ends the process, no matter what it waits for. Less than the 30 s of the edge. */
  callMs: number;
  /** The same for operators: committing an import of a million sales takes minutes. */
  operatorCallMs: number;
  /** A process that keeps more memory than this beyond its beginning is replaced between two calls. */
  replaceAtExtraMegabytes: number;
  /**
   * The embedded database is replaced between two calls after so many refused ones. Once in some thousands its engine
   * keeps the place of an error, and it has five: then it answers 500 and ends.
   */
  replaceAtRefusals: number;
}

export const LATER_MS = 1_000;

export const DATABASE_LIMITS: DatabaseLimits = {
  maxWaiting: 500,
  maxPerCaller: 64,
  maxRunningPerCaller: 3,
  waitMs: DATABASE_TIMEOUT_MS - LATER_MS,
  budget: { cpuSeconds: 4, extraMegabytes: 384 },
  callMs: 25_000,
  operatorCallMs: 20 * 60_000,
  replaceAtExtraMegabytes: 256,
  replaceAtRefusals: 2_000,
};

/** How often the process is asked for a row when nothing else goes wrong. */
export const PROBE_EVERY_MS = 5_000;
/** A probe runs alone on the embedded database. If it takes longer, the process hangs. */
export const PROBE_ANSWER_MS = 5_000;
/** A probe for `/healthz` that takes longer counts as no answer. */
export const HEALTHY_WITHIN_MS = 2_000;
/** Number of failures in a row that end a process with PostgreSQL. */
export const FAILED_PROBES_ON_POSTGRES = 3;
/** How long a caller is refused after one of its calls ended the process. Others are served meanwhile. */
export const OVERRUN_PAUSE_MS = 10_000;
export const RETRY_AFTER_SECONDS = 5;
