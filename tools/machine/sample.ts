import { createHash } from 'node:crypto';

/**
 * The members of a large family of cases that this run takes. `test` prints TEST_SEED and counts it up from run to run:
 * each member is taken once in `runs` runs. `test deep`, and a test file run alone, take all of them.
 * @param family names the family, so that families do not turn in step
 */
export function sampleOf<T>(family: string, members: readonly T[], runs: number): T[] {
  const { TEST_SEED, TEST_DEEP } = process.env;
  if (TEST_SEED === undefined || TEST_DEEP !== undefined) return [...members];
  const share = Math.ceil(members.length / runs);
  const first = (Number(TEST_SEED) * share) % members.length;
  // Neighbors are alike, so a share of neighbors would see little. The order is mixed, and the same in each run.
  const mixed = members
    .map((member, index) => ({ member, index, place: placeOf(`${family} ${index}`) }))
    .sort((a, b) => a.place.localeCompare(b.place));
  return [...mixed, ...mixed]
    .slice(first, first + share)
    .sort((a, b) => a.index - b.index)
    .map(({ member }) => member);
}

function placeOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
