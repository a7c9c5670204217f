import type { DatabaseSettings } from '../engine/database-settings.ts';
import { CallQueue, type Turn } from './call-queue.ts';
import {
  type AnswerReport,
  DatabaseChild,
  ProcessEnded,
  type ReadyReport,
  resultOf,
} from './database-child.ts';
import { type DatabaseLimits, FAILED_PROBES_ON_POSTGRES, PROBE_ANSWER_MS } from './database-limits.ts';
import type { CallBudget, CallResult, DatabaseCall, SentRequest, SentResponse } from './database-messages.ts';
import { DatabaseProbes } from './database-probes.ts';
import { PausedCallers } from './paused-callers.ts';

/** The database did not execute the call, or the outcome is unknown. The same call may succeed later. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}

/** What this file needs of a database process. */
export type SupervisedChild = Pick<DatabaseChild, keyof DatabaseChild>;

export interface CallOptions {
  /** Whose turn it is when several wait. */
  caller: string;
  /** Operators and the owner: may take long, and much memory. */
  isTrusted?: boolean;
  /** Aborted when no caller waits for the answer. A call that was sent continues. */
  signal?: AbortSignal;
}

interface WaitingCall {
  call: DatabaseCall;
  caller: string;
  budget: CallBudget | null;
  limitMs: number;
  resolve(report: AnswerReport): void;
  reject(error: Error): void;
}

/** The owner's own SQL, in tests and tools, and the probes. */
const OWNER = 'owner';
const FIRST_PAUSE_MS = 200;
const LONGEST_PAUSE_MS = 5_000;

/**
 * The database process, kept running: it is started again when it ends or answers no probe. It is also started again
 * when a call takes too long, or when its memory has grown. Calls wait here and are sent as the process takes them.
 * So the end of a process fails only those that it had got. A call that was sent is never sent again.
 */
export class SupervisedDatabase {
  readonly #settings: DatabaseSettings;
  readonly #limits: DatabaseLimits;
  readonly #log: (line: string) => void;
  readonly #queue: CallQueue<WaitingCall>;
  readonly #paused = new PausedCallers();
  readonly #newChild: () => SupervisedChild;
  #child: SupervisedChild;
  #spare: SupervisedChild | null = null;
  #callsAtOnce = 0;
  #sent = 0;
  /** Of this process. */
  #refusals = 0;
  /** `starting`: calls wait. `failing`: the last start failed, and calls are refused at once. */
  #state: 'starting' | 'ready' | 'replacing' | 'failing' | 'closed' = 'starting';
  readonly #probes: DatabaseProbes;
  /** What the API read of the embedded database's schema: reading it is most of a start. */
  #schema: string | null = null;

  private constructor(
    settings: DatabaseSettings,
    limits: DatabaseLimits,
    log: (line: string) => void,
    newChild: () => SupervisedChild,
  ) {
    this.#newChild = newChild;
    this.#settings = settings;
    this.#limits = limits;
    this.#log = log;
    this.#queue = new CallQueue(limits);
    this.#child = newChild();
    this.#probes = new DatabaseProbes({
      // A running call has its own limit. On the embedded database, a probe would only wait behind it.
      isWorthAsking: () => this.#state === 'ready' && (this.#servesMany || this.#sent === 0),
      ask: () => this.#sendProbe(),
      // With PostgreSQL behind it, other people's calls are in the process, and one failure may be the server's.
      failuresAllowed: () => (this.#servesMany ? FAILED_PROBES_ON_POSTGRES : 1),
      giveUp: () => this.#child.kill(),
      log,
    });
  }

  /**
   * @param newChild makes a database process that was not started yet
   * @throws UserError when the first start fails. Nothing is left running then.
   */
  static async start(
    settings: DatabaseSettings,
    limits: DatabaseLimits,
    log: (line: string) => void,
    newChild: () => SupervisedChild = () => new DatabaseChild(),
  ): Promise<SupervisedDatabase> {
    const database = new SupervisedDatabase(settings, limits, log, newChild);
    try {
      const { appliedMigrations } = await database.#begin(settings);
      if (appliedMigrations > 0) log(`database: applied ${appliedMigrations} migrations`);
      return database;
    } catch (error) {
      await database.close();
      throw error;
    }
  }

  /** The process id, for tests and benchmarks that end the process. */
  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** The process that waits to take over. Undefined until one had to. */
  get sparePid(): number | undefined {
    return this.#spare?.pid;
  }

  /** What the API read of the embedded database's schema. Null on PostgreSQL. */
  get schema(): string | null {
    return this.#schema;
  }

  /** @throws DatabaseUnavailable */
  async rest(request: SentRequest, options: CallOptions): Promise<SentResponse> {
    const response = resultOf<SentResponse>((await this.#run({ kind: 'rest', request }, options)).result);
    // A fault of ours, or a process that is broken for good: the probe tells.
    if (response.status >= 500 && this.#state === 'ready') void this.#probes.ask();
    return response;
  }

  /** @throws the statement's error, or DatabaseUnavailable */
  async sql<T>(text: string, params?: unknown[]): Promise<T[]> {
    const options = { caller: OWNER, isTrusted: true };
    return resultOf<T[]>((await this.#run({ kind: 'sql', text, params }, options)).result);
  }

  /** Whether a real query is answered now. Any number of askers share one query. */
  async healthy(): Promise<boolean> {
    return this.#state !== 'failing' && this.#state !== 'closed' && this.#probes.answersSoon();
  }

  /** Ends the process. The next one reads the list of procedures again. */
  restart(): void {
    this.#schema = null;
    this.#child.kill();
  }

  async close(): Promise<void> {
    const wasReady = this.#state === 'ready';
    this.#state = 'closed';
    this.#probes.stop();
    this.#refuseWaiting();
    if (wasReady) await this.#child.close();
    else this.#child.kill();
    const spare = this.#spare;
    spare?.kill();
    await Promise.all([this.#child.ended, spare?.ended]);
  }

  #run(call: DatabaseCall, { caller, isTrusted = false, signal }: CallOptions): Promise<AnswerReport> {
    const { waitMs, callMs, operatorCallMs } = this.#limits;
    return new Promise((resolve, reject) => {
      const refuse = (why: string) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', leave);
        reject(new DatabaseUnavailable(why));
      };
      const leave = () => {
        this.#queue.remove(caller, waiting);
        refuse('Nobody waits for the answer');
      };
      const timer = setTimeout(() => {
        if (this.#queue.remove(caller, waiting)) refuse(`No turn within ${waitMs} ms`);
      }, waitMs);
      const waiting: WaitingCall = {
        call,
        caller,
        budget: isTrusted ? null : this.#limits.budget,
        limitMs: call.kind === 'probe' ? PROBE_ANSWER_MS : isTrusted ? operatorCallMs : callMs,
        resolve: (report) => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', leave);
          resolve(report);
        },
        reject: (error) => refuse(error.message),
      };
      signal?.addEventListener('abort', leave, { once: true });
      if (signal?.aborted) refuse('Nobody waits for the answer');
      else if (this.#state === 'failing' || this.#state === 'closed')
        refuse('The database cannot be started');
      else if (this.#paused.has(caller)) refuse('A call of this caller ended the database process');
      else if (!this.#enqueue(waiting)) refuse('Too many calls wait');
      else this.#sendWaiting();
    });
  }

  /** A probe goes first, so many waiting calls do not make the database unhealthy. */
  #enqueue(waiting: WaitingCall): boolean {
    if (waiting.call.kind !== 'probe') return this.#queue.add(waiting.caller, waiting);
    this.#queue.addFirst(waiting);
    return true;
  }

  #sendWaiting(): void {
    while (this.#state === 'ready' && this.#child.isThere && this.#sent < this.#callsAtOnce) {
      const turn = this.#queue.next();
      if (turn === undefined) return;
      void this.#send(this.#child, turn);
    }
  }

  async #send(child: SupervisedChild, { call: waiting, end }: Turn<WaitingCall>): Promise<void> {
    this.#sent += 1;
    const timer = setTimeout(() => {
      this.#log(`database: a call took longer than ${waiting.limitMs} ms; the process is ended`);
      if (waiting.caller !== OWNER) this.#paused.add(waiting.caller);
      child.kill();
    }, waiting.limitMs);
    try {
      const report = await child.call(waiting.call, this.#servesMany ? null : waiting.budget);
      waiting.resolve(report);
      if (child === this.#child && this.#isWorn(report)) this.#replace();
    } catch (error) {
      if (error instanceof ProcessEnded && error.isOverrun) this.#paused.add(waiting.caller);
      waiting.reject(error as Error);
    } finally {
      clearTimeout(timer);
      end();
      this.#sent -= 1;
      if (this.#state === 'replacing' && this.#sent === 0) void this.#child.close();
      this.#sendWaiting();
    }
  }

  /** Whether a process has to be replaced soon: by its memory, or by the errors that the embedded engine had. */
  #isWorn({ result, extraMegabytes }: AnswerReport): boolean {
    if (!this.#servesMany && isRefusal(result)) this.#refusals += 1;
    return (
      extraMegabytes > this.#limits.replaceAtExtraMegabytes ||
      this.#refusals >= this.#limits.replaceAtRefusals
    );
  }

  /** Sends nothing more to this process. It is closed once it has answered what it got. */
  #replace(): void {
    if (this.#state === 'ready') this.#state = 'replacing';
  }

  /**
   * PostgreSQL has a connection kept for the probe. On the embedded database, the probe waits for the call under way.
   */
  #sendProbe(): Promise<CallResult> {
    const probe: DatabaseCall = { kind: 'probe' };
    if (!this.#servesMany || this.#state !== 'ready' || !this.#child.isThere) {
      return this.#run(probe, { caller: OWNER }).then(({ result }) => result);
    }
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<CallResult>((resolve) => {
      const error = { message: `The probe took longer than ${PROBE_ANSWER_MS} ms`, code: undefined };
      timer = setTimeout(resolve, PROBE_ANSWER_MS, { error });
    });
    const answer = this.#child.call(probe, null).then(({ result }) => result);
    return Promise.race([answer, late]).finally(() => clearTimeout(timer));
  }

  /** PostgreSQL, which runs calls side by side. */
  get #servesMany(): boolean {
    return this.#callsAtOnce > 1;
  }

  /** Waits until the process is ready, and watches it from then on. @throws UserError when it does not come up. */
  async #begin(settings: DatabaseSettings): Promise<ReadyReport> {
    const child = this.#child;
    const ready = await child.start(settings);
    if (this.#state === 'closed') throw new DatabaseUnavailable('Closed');
    void child.ended.then(() => this.#restart());
    this.#callsAtOnce = ready.callsAtOnce;
    this.#probes.beginAnew();
    this.#schema = ready.schema;
    this.#refusals = 0;
    this.#state = 'ready';
    this.#sendWaiting();
    return ready;
  }

  async #restart(): Promise<void> {
    if (this.#state === 'closed') return;
    const startedAt = performance.now();
    this.#state = 'starting';
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      this.#child = this.#takeSpare() ?? this.#newChild();
      try {
        // Only the first start prepares data. Otherwise a link that was revoked later would work again.
        const begun = this.#begin({ ...this.#settings, prepare: null, schema: this.#schema });
        this.#keepSpare();
        await begun;
        this.#log(`database: started again in ${Math.round(performance.now() - startedAt)} ms`);
        return;
      } catch (error) {
        if (this.#isClosed()) return;
        this.#state = 'failing';
        this.#refuseWaiting();
        this.#log(`database: ${(error as Error).message}`);
        await this.#child.ended;
        await new Promise((resolve) => setTimeout(resolve, pauseMs));
        if (this.#isClosed()) return;
      }
    }
  }

  /** After the first end, a spare process waits that has already read its code. That saves half of a start. */
  #keepSpare(): void {
    if (this.#isClosed() || this.#spare !== null) return;
    this.#spare = this.#newChild();
    this.#spare.warm();
  }

  #takeSpare(): SupervisedChild | null {
    const spare = this.#spare;
    this.#spare = null;
    return spare?.isThere ? spare : null;
  }

  #isClosed(): boolean {
    return this.#state === 'closed';
  }

  #refuseWaiting(): void {
    for (const call of this.#queue.takeAll()) {
      call.reject(new DatabaseUnavailable('The database cannot be started'));
    }
  }
}

function isRefusal(result: CallResult): boolean {
  if ('error' in result) return true;
  const { status = 0 } = (result.value ?? {}) as Partial<SentResponse>;
  return status >= 400;
}
