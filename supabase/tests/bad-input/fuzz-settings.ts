import type { Parameters } from 'fast-check';

/** Of each procedure and function, on the embedded database and on PostgreSQL. */
export const FUZZ_RUNS = 1_000;

/**
 * The same bodies on every run. A failure prints the seed, the path to the body and the smallest body that fails.
 * `FUZZ_SEED=<number>` tries another seed.
 */
export const FUZZ: Parameters<unknown> = {
  seed: Number(process.env.FUZZ_SEED ?? 20_261_122),
  numRuns: FUZZ_RUNS,
};

/** Minutes when nothing else runs. Beside three other workers and the journeys, ten minutes were too few. */
export const FUZZ_TIMEOUT_MS = 2_400_000;
