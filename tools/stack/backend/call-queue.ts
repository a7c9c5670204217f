/**
 * Calls that wait for the database, a bounded number. Callers take turns, so that one who sends many makes the others
 * wait for one of its calls at most.
 */
export class CallQueue<T> {
  readonly #maxWaiting: number;
  readonly #maxPerCaller: number;
  readonly #byCaller = new Map<string, T[]>();
  readonly #first: T[] = [];
  #waiting = 0;

  constructor(limits: { maxWaiting: number; maxPerCaller: number }) {
    this.#maxWaiting = limits.maxWaiting;
    this.#maxPerCaller = limits.maxPerCaller;
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
  next(): T | undefined {
    const first = this.#first.shift();
    if (first !== undefined) return first;
    const [turn] = this.#byCaller;
    if (turn === undefined) return undefined;
    const [caller, own] = turn;
    const call = own.shift();
    this.#byCaller.delete(caller);
    if (own.length > 0) this.#byCaller.set(caller, own);
    this.#waiting -= 1;
    return call;
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
}
