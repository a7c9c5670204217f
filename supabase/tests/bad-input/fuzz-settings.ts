import type { Parameters } from 'fast-check';

/** Of each procedure and function. */
export const FUZZ_RUNS = process.env.TEST_DEEP ? 1_000 : 15;

/**
 * Other bodies on every run: they follow from TEST_SEED, which the test command prints and turns. A failure prints the
 * seed, the path to the body and the smallest body that fails. Keep that body as one of the examples.
 */
const FUZZ = {
  seed: Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 31)),
  numRuns: FUZZ_RUNS,
};

/** Bodies and arguments that failed once, by function or procedure. They are sent on every run. */
const FAILED_ONCE: Record<string, unknown[]> = {
  // Half a character, as a campaign link leaves it when it is cut inside an emoji.
  'submit-contact': [{ utm: { source: '\ud83d' } }],
  // A dot where only quotes could have one: no mail server took it.
  'send-verification': [{ email: '..@0.a', name: 'Ada Lovelace', company: 'Engine' }],
  // Deeper than the database reads.
  get_sales_table: [{ after: '['.repeat(9_000) }],
};

/** What the checks of one function or procedure run with. */
export function fuzzOf<T>(name: string): Parameters<[T]> {
  return { ...FUZZ, examples: (FAILED_ONCE[name] ?? []).map((body) => [body as T]) };
}

/** Minutes when nothing else runs. Beside three other workers and the journeys, ten minutes were too few. */
export const FUZZ_TIMEOUT_MS = 2_400_000;
