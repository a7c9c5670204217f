import { setTimeout as delay } from 'node:timers/promises';

/** Far longer than a busy machine needs, so that a missing event ends the wait. */
const LIMIT_MS = 60_000;
const STEP_MS = 40;

/**
 * Asks until the answer is yes. A question that fails is asked again: a page that the browser is leaving does not
 * answer.
 * @param what what the test waits for, for the error
 * @returns the first truthy answer
 */
export async function until<Answer>(what: string, ask: () => Promise<Answer>): Promise<NonNullable<Answer>> {
  const deadline = Date.now() + LIMIT_MS;
  let last: unknown;
  for (;;) {
    try {
      const answer = await ask();
      if (answer) return answer;
      last = answer;
    } catch (error) {
      last = error;
    }
    if (Date.now() > deadline) throw new Error(`${what}: not within ${LIMIT_MS / 1000} s; last: ${last}`);
    await delay(STEP_MS);
  }
}
