import type { Parameters } from 'fast-check';

/**
 * The same bodies on every run. A failure prints the seed, the path to the body and the smallest body that fails; another
 * seed is tried with `FUZZ_SEED=<number>`.
 */
export const FUZZ: Parameters<unknown> = {
  seed: Number(process.env.FUZZ_SEED ?? 20_261_122),
  numRuns: 1_000,
};

/** Half a minute on a quiet machine. */
export const FUZZ_TIMEOUT_MS = 600_000;
