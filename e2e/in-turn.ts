import { sampleOf } from '@corvane/tools/machine/sample';

/**
 * The end of the title of a test that one in some runs of `test` takes, chosen by TEST_SEED. In the other runs it has
 * the tag of tests for `test deep` alone.
 * @param family names the test, so that families do not turn in step
 * @param turn of the test, from 0, below `runs`, where several share a family: so each run has a share of them
 */
export function oneRunIn(runs: number, family: string, turn = 0): '' | ' @deep' {
  const turns = Array.from({ length: runs }, (_, index) => index);
  return sampleOf(family, turns, runs).includes(turn) ? '' : ' @deep';
}
