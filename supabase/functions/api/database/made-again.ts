/** PostgreSQL ended the transaction for the sake of another one, and wrote nothing. */
export const ROLLED_BACK = ['40001', '40P01'];

/** Failures of PostgreSQL that wrote nothing, and what to say of the call. The same one may succeed later. */
export const MAY_SUCCEED_LATER: ReadonlyMap<string, string> = new Map([
  ...ROLLED_BACK.map((code) => [code, 'gave way to other calls'] as const),
  ['55P03', 'waited too long for another change'],
  ['57014', 'took too long for the database'],
]);

/** How often a call is made that the database rolls back in favor of another one. */
const MOST_ATTEMPTS = 3;
const PAUSE_MS = 100;

/** Makes a call again that failed, three times in all. @param mayRepeat whether it may succeed at once */
export async function madeAgain<T>(
  call: () => Promise<T>,
  mayRepeat: (error: unknown) => boolean,
): Promise<T> {
  for (let attempts = 1; ; attempts += 1)
    try {
      return await call();
    } catch (error) {
      if (!mayRepeat(error) || attempts === MOST_ATTEMPTS) throw error;
      // Not at the same moment as the other one.
      await new Promise((resolve) => setTimeout(resolve, attempts * PAUSE_MS * (1 + Math.random())));
    }
}
