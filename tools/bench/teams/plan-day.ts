import type { BuildFault } from './tiny-remote.ts';

/** What goes wrong with a release: its build, its commit, or the machine. */
export type Fault = BuildFault | 'behind' | 'killed' | 'disk full';

const FAULTS: readonly Fault[] = [
  'throws at load',
  'throws at render',
  'throws after sign-in',
  'hydration mismatch',
  'wrong contract',
  'behind',
  'killed',
  'disk full',
];

interface PlannedRelease {
  team: number;
  fault: Fault | null;
}

/** A number from 0 to below 1, the same ones for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * The same number of releases for each team, in random order, a third of them with a fault: each fault as often.
 * @param hasPages whether a team's pages are prerendered: HTML that there is not cannot differ.
 */
export function planDay(
  teams: number,
  releasesEach: number,
  random: () => number,
  hasPages: (team: number) => boolean,
): PlannedRelease[] {
  const total = teams * releasesEach;
  const faults = Array.from({ length: total }, (_, index): Fault | null =>
    index < total / 3 ? (FAULTS[index % FAULTS.length] ?? null) : null,
  );
  const order = shuffled(
    Array.from({ length: total }, (_, index) => index % teams),
    random,
  );
  const planned = shuffled(faults, random);
  const day = order.map((team, index) => ({ team, fault: planned[index] ?? null }));
  for (const misplaced of day) {
    if (misplaced.fault !== 'hydration mismatch' || hasPages(misplaced.team)) continue;
    const other = day.find(({ team, fault }) => hasPages(team) && fault !== 'hydration mismatch');
    if (other !== undefined) [misplaced.fault, other.fault] = [other.fault, misplaced.fault];
  }
  return day;
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, rank: random() }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}
