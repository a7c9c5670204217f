import type { IncomingMessage } from 'node:http';
import { unmapped } from '../../../supabase/functions/api/request/network-of.ts';

/** The number of running requests per caller. Stores nothing about callers without one. */
export class CallerSlots {
  readonly #limit: number;
  readonly #taken = new Map<string, number>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** @returns a function that frees the slot. Null if the caller has reached the limit. */
  take(caller: string): (() => void) | null {
    const taken = this.#taken.get(caller) ?? 0;
    if (taken >= this.#limit) return null;
    this.#taken.set(caller, taken + 1);
    return () => {
      const left = (this.#taken.get(caller) ?? 1) - 1;
      if (left === 0) this.#taken.delete(caller);
      else this.#taken.set(caller, left);
    };
  }
}

/** The address of the caller. An IPv4 caller of a dual-stack socket is still the same caller. */
export function addressOf(request: IncomingMessage): string {
  return unmapped(request.socket.remoteAddress ?? 'unknown');
}
