import { sampleOf } from '@corvane/tools/machine/sample';

/**
 * Details of a test that one in some runs of `test` takes, chosen by TEST_SEED. The other runs leave it out, as if it
 * were only for `test deep`.
 * @param name names the test, so that tests do not turn in step
 */
export function oneRunIn(runs: number, name: string): { tag?: '@deep' } {
  const turns = Array.from({ length: runs }, (_, turn) => turn);
  return sampleOf(name, turns, runs).includes(0) ? {} : { tag: '@deep' };
}
