import { setTimeout as delay } from 'node:timers/promises';

/** Much longer than a busy machine needs. It ends the wait for an event that never comes. */
const LIMIT_MS = 60_000;
const STEP_MS = 40;

/**
 * Repeats a question until the answer is yes. A question that throws is repeated: a page does not answer while the
 * browser leaves it.
 * @param what description of the awaited condition, for the error
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
