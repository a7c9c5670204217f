import { HEALTHY_WITHIN_MS, PROBE_EVERY_MS } from './database-limits.ts';
import type { CallResult } from './database-messages.ts';

interface Probed {
  /** Whether the process is asked now that time has passed. */
  isWorthAsking(): boolean;
  ask(): Promise<CallResult>;
  /** How many failures in a row make the process useless. */
  failuresAllowed(): number;
  /** Ends a process that is of no use to anybody. */
  giveUp(): void;
  log(line: string): void;
}

/** Asks the database process for a row, every few seconds and whenever a caller wants to know. */
export class DatabaseProbes {
  readonly #probed: Probed;
  readonly #timer: NodeJS.Timeout;
  #underWay: Promise<boolean> | null = null;
  /** In a row, of this process. */
  #failures = 0;

  constructor(probed: Probed) {
    this.#probed = probed;
    this.#timer = setInterval(() => {
      if (probed.isWorthAsking()) void this.ask();
    }, PROBE_EVERY_MS).unref();
  }

  /** Whether a real query is answered. Any number of askers share one. */
  ask(): Promise<boolean> {
    this.#underWay ??= this.#probed
      .ask()
      .then(
        (result) => this.#judge(result),
        () => false,
      )
      .finally(() => {
        this.#underWay = null;
      });
    return this.#underWay;
  }

  /** The same, but `false` when the answer takes longer than a health check should wait. */
  async answersSoon(): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(resolve, HEALTHY_WITHIN_MS, false);
    });
    return Promise.race([this.ask(), late]).finally(() => clearTimeout(timer));
  }

  /** A new process has no failures yet. */
  beginAnew(): void {
    this.#failures = 0;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #judge(result: CallResult): boolean {
    if (!('error' in result)) {
      this.#failures = 0;
      return true;
    }
    this.#failures += 1;
    const isUseless = this.#failures >= this.#probed.failuresAllowed();
    this.#probed.log(`database: ${result.error.message}${isUseless ? '; the process is ended' : ''}`);
    if (isUseless) this.#probed.giveUp();
    return false;
  }
}
