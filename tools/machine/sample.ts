import { createHash } from 'node:crypto';

/**
 * The members of a large family of cases that this run takes. `test` prints TEST_SEED and counts it up from run to run:
 * each member is taken once in `runs` runs. `test deep`, and a test file run alone, take all of them.
 * @param family names the family, so that families do not turn in step
 */
export function sampleOf<T>(family: string, members: readonly T[], runs: number): T[] {
  const seed = sampleSeed();
  if (seed === null) return [...members];
  const share = Math.ceil(members.length / runs);
  const first = (seed * share) % members.length;
  // Neighbors are alike, so a share of neighbors would see little. The order is mixed, and the same in each run.
  const mixed = mix(family, members);
  return inOrder([...mixed, ...mixed].slice(first, first + share));
}

/**
 * The same, but by lot: a member may wait for more runs. For groups of tests that take turns inside. If group and test
 * took turns by the same seed, some tests would never run.
 */
export function drawOf<T>(family: string, members: readonly T[], runs: number): T[] {
  const seed = sampleSeed();
  if (seed === null) return [...members];
  return inOrder(mix(`${family} ${seed}`, members).slice(0, Math.ceil(members.length / runs)));
}

/** Null for a run that takes everything. */
function sampleSeed(): number | null {
  const { TEST_SEED, TEST_DEEP } = process.env;
  return TEST_SEED === undefined || TEST_DEEP !== undefined ? null : Number(TEST_SEED);
}

interface Placed<T> {
  member: T;
  index: number;
}

function mix<T>(name: string, members: readonly T[]): Placed<T>[] {
  const placeOf = (index: number) => createHash('sha256').update(`${name} ${index}`).digest('hex');
  return members
    .map((member, index) => ({ member, index, place: placeOf(index) }))
    .sort((a, b) => a.place.localeCompare(b.place));
}

function inOrder<T>(taken: readonly Placed<T>[]): T[] {
  return taken.toSorted((a, b) => a.index - b.index).map(({ member }) => member);
}
