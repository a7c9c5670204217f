/** The next call to run. Call `end` when it has finished. */
export interface Turn<T> {
  call: T;
  end(): void;
}

/**
 * A bounded queue of calls to the database. Callers take turns, so a caller with many calls delays others by at most
 * one call. Only a limited number of one caller's calls run at once, so one caller never fills the database.
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

  /** Adds a call before all others. It always has room. */
  addFirst(call: T): void {
    this.#first.push(call);
  }

  /** Takes the priority call, or the first call of the caller whose turn it is. */
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

  /** Takes all waiting calls, in any order. */
  takeAll(): T[] {
    const calls = [...this.#first, ...[...this.#byCaller.values()].flat()];
    this.#first.length = 0;
    this.#byCaller.clear();
    this.#waiting = 0;
    return calls;
  }

  /** Withdraws a call. @returns false if it is no longer waiting. */
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
