/** An answer, with how far the server's clock is ahead of this machine's. So a wrong local clock misleads nobody. */
export type Timed<Answer> = Answer & { clockAheadMs: number };

/** To be called as soon as the answer arrives. */
export function timed<Answer extends { now: string }>(answer: Answer): Timed<Answer> {
  return { ...answer, clockAheadMs: Date.parse(answer.now) - Date.now() };
}
