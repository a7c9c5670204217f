/** Number of lanes that visitors are spread over. A canary takes the first ones, one for each percent. */
const LANE_COUNT = 100;

/** @example laneOf(7) // '07' */
export function laneOf(index: number): string {
  return String(index).padStart(2, '0');
}

export const LANES: readonly string[] = Array.from({ length: LANE_COUNT }, (_, index) => laneOf(index));
