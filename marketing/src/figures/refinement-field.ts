import { type Point, scatter } from './dot-path.ts';

const PITCH = 20;

export const FIELD_HEIGHT = 240;

/** Position of the one dot at the end of all passes, in a field of a given width. */
export function foundIn(width: number): Point {
  return { x: width - 60, y: 110 };
}

interface RefinementField {
  /** All records at the start, scattered. */
  noise: Point[];
  /** The dots left after sorting, on the grid. */
  sorted: Point[];
  /** The dots in market. */
  found: Point[];
}

/** The left part of the width, where the dots are still noise. */
const NOISE_ENDS = 0.42;

/** Distance of a dot from an edge. Edges cut no dot. */
const MARGIN = 5;

/**
 * Noise on the left, order on the right: further right, the dots of a grid are moved less and kept more rarely. It
 * depends only on the position, so server and browser draw the same field.
 */
export function refinementField(width: number): RefinementField {
  const field: RefinementField = { noise: [], sorted: [], found: [] };
  const columns = width / PITCH;
  const rows = FIELD_HEIGHT / PITCH;
  for (let column = 0; column < columns; column += 1) {
    const progress = column / (columns - 1);
    for (let row = 0; row < rows; row += 1) {
      const seed = column * rows + row;
      if (scatter(seed) > keptShare(progress)) continue;
      const disorder = Math.max(0, 1 - progress * 2.1) * PITCH * 2;
      const point = {
        x: (column + 0.5) * PITCH + (scatter(seed + 7919) - 0.5) * disorder,
        y: inside((row + 0.5) * PITCH + (scatter(seed + 15_485) - 0.5) * disorder),
      };
      if (isBeside(point, foundIn(width))) continue;
      if (progress < NOISE_ENDS) field.noise.push(point, ...echo(point, seed, progress));
      else if (scatter(seed + 104_729) < (progress - NOISE_ENDS) * 1.25) field.found.push(point);
      else field.sorted.push(point);
    }
  }
  return field;
}

/** The share of dots that stay falls from all to one twelfth. */
function keptShare(progress: number): number {
  return 1 - 0.92 * progress ** 0.85;
}

/** At the left edge there are more dots than the grid has places. */
function echo({ x, y }: Point, seed: number, progress: number): Point[] {
  if (scatter(seed + 31_337) > 1 - progress * 3.2) return [];
  return [
    {
      x: x + (scatter(seed + 50_021) - 0.5) * PITCH * 1.6,
      y: inside(y + (scatter(seed + 60_013) - 0.5) * PITCH * 1.6),
    },
  ];
}

/** Dots are reflected at the edge. Clamping would form a row of dots along it. */
function inside(y: number): number {
  if (y < MARGIN) return 2 * MARGIN - y;
  const end = FIELD_HEIGHT - MARGIN;
  return y > end ? 2 * end - y : y;
}

/** The found dot has empty space around it, and so has the line below it. */
function isBeside({ x, y }: Point, found: Point): boolean {
  const isUnderIt = Math.abs(x - found.x) < 16 && y > found.y;
  return isUnderIt || Math.hypot(x - found.x, y - found.y) < 60;
}
