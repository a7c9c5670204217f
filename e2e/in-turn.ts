import { sampleOf } from '@corvane/tools/machine/sample';

/**
 * The end of the title of a test that one in some runs of `test` takes, chosen by TEST_SEED. In the other runs it has
 * the tag of tests for `test deep` alone.
 * @param name names the test, so that tests do not turn in step
 */
export function oneRunIn(runs: number, name: string): '' | ' @deep' {
  const turns = Array.from({ length: runs }, (_, turn) => turn);
  return sampleOf(name, turns, runs).includes(0) ? '' : ' @deep';
}
