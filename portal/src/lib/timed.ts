/**
 * An answer, and how far the server's clock is ahead of this machine's. Times stay correct even if the local
 * clock is wrong.
 */
export type Timed<Answer> = Answer & { clockAheadMs: number };

/** Call it as soon as the answer arrives. */
export function timed<Answer extends { now: string }>(answer: Answer): Timed<Answer> {
  return { ...answer, clockAheadMs: Date.parse(answer.now) - Date.now() };
}
