import type { Parameters } from 'fast-check';
import { findPostgresVersion } from '../../tools/machine/throw-away-postgres.ts';

/**
 * All of them on PostgreSQL, where production is and a call costs least. Where the test command runs the same tests on
 * PostgreSQL as well, the first tenth on the embedded database, which answers one call at a time.
 */
const isOnlyRun = process.env.TEST_DATABASE_URL !== undefined || findPostgresVersion() === null;

export const FUZZ_RUNS = isOnlyRun ? 1_000 : 100;

/**
 * The same bodies on every run. A failure prints the seed, the path to the body and the smallest body that fails; another
 * seed is tried with `FUZZ_SEED=<number>`.
 */
export const FUZZ: Parameters<unknown> = {
  seed: Number(process.env.FUZZ_SEED ?? 20_261_122),
  numRuns: FUZZ_RUNS,
};

/** Half a minute on a quiet machine. */
export const FUZZ_TIMEOUT_MS = 600_000;
