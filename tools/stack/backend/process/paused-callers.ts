import { OVERRUN_PAUSE_MS } from './database-limits.ts';

/** Callers whose calls ended a database process: they are refused for a while. */
export class PausedCallers {
  /** Until when, by `performance.now`. */
  readonly #until = new Map<string, number>();

  add(caller: string): void {
    const now = performance.now();
    for (const [known, until] of this.#until) if (until < now) this.#until.delete(known);
    this.#until.set(caller, now + OVERRUN_PAUSE_MS);
  }

  has(caller: string): boolean {
    return performance.now() < (this.#until.get(caller) ?? 0);
  }
}
