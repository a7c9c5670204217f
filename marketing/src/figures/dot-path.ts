export interface Point {
  x: number;
  y: number;
}

/** One SVG path for many dots: zero-length strokes, drawn with round caps. Coordinates are rounded to whole units. */
export function dotPath(points: readonly Point[]): string {
  return points.map(({ x, y }) => `M${Math.round(x)} ${Math.round(y)}h0`).join('');
}

/** Dots in rows, left to right and top to bottom, `pitch` apart. */
export function gridOf(count: number, columns: number, pitch: number): Point[] {
  return Array.from({ length: count }, (_, index) => ({
    x: (index % columns) * pitch,
    y: Math.floor(index / columns) * pitch,
  }));
}

/**
 * A random position that is the same on the server and in every browser.
 * @returns a number from 0 (included) to 1 (not included), different for each seed.
 */
export function scatter(seed: number): number {
  let hash = (seed + 0x9e3779b9) | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x21f0aaad);
  hash = Math.imul(hash ^ (hash >>> 15), 0x735a2d97);
  return ((hash ^ (hash >>> 15)) >>> 0) / 4294967296;
}
