import type { ReadGrant } from '../api/read-grant.ts';

/** The session token in this tab's memory. The machine's clock may be wrong, so it only measures the token's age. */
export class HeldToken {
  readonly value: string;
  /** Whose session it is. */
  readonly kind: ReadGrant['actor']['kind'];
  /** How far the server's clock is ahead of this machine's. 0 if the token does not say. */
  readonly clockAheadMs: number;
  readonly #lifeMs: number;
  readonly #takenAtMs: number;

  constructor({ sessionToken, expiresAt, actor, times }: ReadGrant, nowMs: number) {
    this.value = sessionToken;
    this.kind = actor.kind;
    this.clockAheadMs = times === null ? 0 : times.issuedAtMs - nowMs;
    this.#lifeMs = times?.lifeMs ?? Date.parse(expiresAt) - nowMs;
    this.#takenAtMs = nowMs;
  }

  leftMs(nowMs: number): number {
    const ageMs = nowMs - this.#takenAtMs;
    // After the machine's clock was set back, the age is unknown. The token is renewed, and its age counts from then.
    return ageMs < 0 ? 0 : this.#lifeMs - ageMs;
  }
}
