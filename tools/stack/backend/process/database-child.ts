import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { UserError } from '../../../command/user-error.ts';
import type { DatabaseSettings } from '../engine/database-settings.ts';
import {
  type CallBudget,
  type CallResult,
  type DatabaseCall,
  type FromDatabase,
  OVERRUN_SIGNAL,
  type ToDatabase,
} from './database-messages.ts';

const PROCESS_FILE = join(import.meta.dirname, 'database-process.ts');
const COMPILE_CACHE = join(import.meta.dirname, '../../../../.cache/database-process');
/**
 * The engine compiles busy code of PGlite a second time, for speed. By default it begins so early that a start took half
 * as much processor time again. With this it begins when a heavy query has run for about a second.
 */
const COMPILE_ONLY_WHAT_IS_HOT = '--wasm-tiering-budget=300000000';
/** Creating a new database takes a minute on a busy machine. */
const START_TIMEOUT_MS = 180_000;
const CLOSE_TIMEOUT_MS = 30_000;

export type ReadyReport = Extract<FromDatabase, { kind: 'ready' }>;
export type AnswerReport = Extract<FromDatabase, { kind: 'answer' }>;

/** The process ended before it answered a call. The effect of the call is unknown. */
export class ProcessEnded extends Error {
  override readonly name = 'ProcessEnded';
  /** Whether it ended itself because this call took too much. */
  readonly isOverrun: boolean;

  constructor(signal: NodeJS.Signals | null) {
    super('The database process ended before it answered');
    this.isOverrun = signal === OVERRUN_SIGNAL;
  }
}

/** A failed statement of `sql`. */
class SqlError extends Error {
  readonly code: string | undefined;

  constructor({ message, code }: { message: string; code: string | undefined }) {
    super(message);
    this.code = code;
  }
}

/** The value of an answer. @throws the error that the statement failed with. */
export function resultOf<T>(result: CallResult): T {
  if ('error' in result) throw new SqlError(result.error);
  return result.value as T;
}

/** One database process, from its start to its end. It is never started again: the supervisor makes another. */
export class DatabaseChild {
  readonly ended: Promise<NodeJS.Signals | null>;
  readonly #process: ChildProcess;
  readonly #waiting = new Map<number, { resolve(report: AnswerReport): void; reject(error: Error): void }>();
  #lastId = 0;

  constructor() {
    const child = fork(PROCESS_FILE, [], {
      // A Date stays a Date, and bytes stay bytes.
      serialization: 'advanced',
      // The child does not inherit the parent's options, such as a debugger's port.
      execArgv: [COMPILE_ONLY_WHAT_IS_HOT],
      // What was compiled once is read the next time: a third of the time that a start takes.
      env: { ...process.env, LITE_TELEMETRY: '0', NODE_COMPILE_CACHE: COMPILE_CACHE },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.#process = child;
    // Ends the child with this process, even after an error. Data is safe: see decision 0012.
    const killWithParent = () => child.kill('SIGKILL');
    process.once('exit', killWithParent);
    this.ended = new Promise((resolve) => {
      const end = (signal: NodeJS.Signals | null) => {
        process.off('exit', killWithParent);
        for (const { reject } of this.#waiting.values()) reject(new ProcessEnded(signal));
        this.#waiting.clear();
        resolve(signal);
      };
      child.once('exit', (_code, signal) => end(signal));
      // It could not be started, or not be sent a message. A process that gets no message ends anyway.
      child.on('error', () => {
        if (child.pid === undefined) end(null);
      });
    });
  }

  get pid(): number | undefined {
    return this.#process.pid;
  }

  /** Whether a call can be sent. False as soon as the process is seen to end, before `ended` says so. */
  get isThere(): boolean {
    return this.#process.connected;
  }

  /** Sends a call to a process that is there. @throws ProcessEnded when the process ends first. */
  call(call: DatabaseCall, budget: CallBudget | null): Promise<AnswerReport> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#send({ kind: 'call', id, call, budget });
    });
  }

  /** Lets it write everything and end. */
  async close(): Promise<void> {
    this.#send({ kind: 'close' });
    const timer = setTimeout(() => this.kill(), CLOSE_TIMEOUT_MS);
    await this.ended;
    clearTimeout(timer);
  }

  kill(): void {
    this.#process.kill('SIGKILL');
  }

  /** Lets a spare process read its code. */
  warm(): void {
    this.#send({ kind: 'warm' });
  }

  /** @throws UserError when the process refuses to start or ends before it is ready. */
  async start(settings: DatabaseSettings): Promise<ReadyReport> {
    this.#send({ kind: 'start', settings });
    const timer = setTimeout(() => this.kill(), START_TIMEOUT_MS);
    try {
      return await Promise.race([this.#report(), this.ended.then(refuseEnded)]);
    } finally {
      clearTimeout(timer);
    }
  }

  #report(): Promise<ReadyReport> {
    return new Promise((resolve, reject) => {
      this.#process.on('message', (message: FromDatabase) => {
        if (message.kind === 'ready') resolve(message);
        else if (message.kind === 'refused') reject(new UserError(message.message));
        else {
          this.#waiting.get(message.id)?.resolve(message);
          this.#waiting.delete(message.id);
        }
      });
    });
  }

  /** If the process has ended, its end answers the call. */
  #send(message: ToDatabase): void {
    if (this.#process.connected) this.#process.send(message, () => undefined);
  }
}

function refuseEnded(signal: NodeJS.Signals | null): never {
  throw new UserError(`The database process ended before it was ready (${signal ?? 'see above'})`);
}
