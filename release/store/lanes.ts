/** Number of lanes that visitors are spread over. A canary takes one for each percent. */
const LANE_COUNT = 100;

/** @example laneOf(7) // '07' */
export function laneOf(index: number): string {
  return String(index).padStart(2, '0');
}

export const LANES: readonly string[] = Array.from({ length: LANE_COUNT }, (_, index) => laneOf(index));

/**
 * The lanes of a canary: those it has, so that its visitors keep it, and then the first free ones. The last lane always
 * shows what is live.
 * @param taken lanes of the other canaries.
 */
export function lanesFor(percent: number, own: readonly string[], taken: readonly string[]): string[] {
  const free = LANES.slice(0, -1).filter((lane) => !own.includes(lane) && !taken.includes(lane));
  return [...own, ...free].slice(0, percent);
}
