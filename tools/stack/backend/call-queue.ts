/** A call whose turn it is. `end` must be called once it runs no more. */
export interface Turn<T> {
  call: T;
  end(): void;
}

/**
 * Calls that wait for the database, a bounded number. Callers take turns, so that one who sends many makes the others
 * wait for one of its calls at most. One caller's calls never fill the database: only so many of them run at once.
 */
export class CallQueue<T> {
  readonly #maxWaiting: number;
  readonly #maxPerCaller: number;
  readonly #maxRunningPerCaller: number;
  readonly #byCaller = new Map<string, T[]>();
  readonly #running = new Map<string, number>();
  readonly #first: T[] = [];
  #waiting = 0;

  constructor(limits: { maxWaiting: number; maxPerCaller: number; maxRunningPerCaller: number }) {
    this.#maxWaiting = limits.maxWaiting;
    this.#maxPerCaller = limits.maxPerCaller;
    this.#maxRunningPerCaller = limits.maxRunningPerCaller;
  }

  get size(): number {
    return this.#waiting;
  }

  /** @returns false when there is no room. */
  add(caller: string, call: T): boolean {
    const own = this.#byCaller.get(caller) ?? [];
    if (this.#waiting >= this.#maxWaiting || own.length >= this.#maxPerCaller) return false;
    own.push(call);
    this.#byCaller.set(caller, own);
    this.#waiting += 1;
    return true;
  }

  /** Puts a call before all others; there is always room. */
  addFirst(call: T): void {
    this.#first.push(call);
  }

  /** Takes what was put first, or the first call of the caller whose turn it is. */
  next(): Turn<T> | undefined {
    const first = this.#first.shift();
    if (first !== undefined) return { call: first, end: () => undefined };
    for (const [caller, own] of this.#byCaller) {
      const running = this.#running.get(caller) ?? 0;
      const [call] = own;
      if (call === undefined || running >= this.#maxRunningPerCaller) continue;
      this.remove(caller, call);
      if (own.length > 0) {
        this.#byCaller.delete(caller);
        this.#byCaller.set(caller, own);
      }
      this.#running.set(caller, running + 1);
      return { call, end: () => this.#end(caller) };
    }
    return undefined;
  }

  /** Takes all calls that wait, in no order. */
  takeAll(): T[] {
    const calls = [...this.#first, ...[...this.#byCaller.values()].flat()];
    this.#first.length = 0;
    this.#byCaller.clear();
    this.#waiting = 0;
    return calls;
  }

  /** Takes a call back. @returns false when it is not waiting any more. */
  remove(caller: string, call: T): boolean {
    const place = this.#first.indexOf(call);
    if (place >= 0) return this.#first.splice(place, 1).length > 0;
    const own = this.#byCaller.get(caller) ?? [];
    const index = own.indexOf(call);
    if (index < 0) return false;
    own.splice(index, 1);
    if (own.length === 0) this.#byCaller.delete(caller);
    this.#waiting -= 1;
    return true;
  }

  #end(caller: string): void {
    const running = (this.#running.get(caller) ?? 0) - 1;
    if (running > 0) this.#running.set(caller, running);
    else this.#running.delete(caller);
  }
}
