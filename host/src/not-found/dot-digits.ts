/** Rows of a 5 by 7 dot matrix, top to bottom. `#` is lit. */
const GLYPHS = {
  '0': ['.###.', '#...#', '#...#', '#...#', '#...#', '#...#', '.###.'],
  '4': ['...#.', '..##.', '.#.#.', '#..#.', '#####', '...#.', '...#.'],
} as const;

export const DISPLAY_ROWS = 7;
const DISPLAY_COLUMNS = 28;

/** Columns from one digit to the next. */
const PITCH = 6;

interface Dot {
  x: number;
  y: number;
  lit: boolean;
}

/** Every dot of a display with some digits at its left end, lit or not. The unit is one dot. */
export function dotsOf(digits: readonly (keyof typeof GLYPHS)[]): Dot[] {
  return Array.from({ length: DISPLAY_ROWS * DISPLAY_COLUMNS }, (_, index) => {
    const x = index % DISPLAY_COLUMNS;
    const y = Math.floor(index / DISPLAY_COLUMNS);
    const digit = digits[Math.floor(x / PITCH)];
    return { x, y, lit: digit !== undefined && GLYPHS[digit][y]?.[x % PITCH] === '#' };
  });
}

/** One SVG path for many dots: zero-length strokes with round caps. */
export function dotPath(dots: readonly Dot[]): string {
  return dots.map(({ x, y }) => `M${x} ${y}h0`).join('');
}
