/** Rows of a 5 by 7 dot matrix, top to bottom; `#` is lit. */
const GLYPHS = {
  '0': ['.###.', '#...#', '#..##', '#.#.#', '##..#', '#...#', '.###.'],
  '4': ['...#.', '..##.', '.#.#.', '#..#.', '#####', '...#.', '...#.'],
} as const;

/** Columns from one digit to the next. */
const PITCH = 6;

interface Dot {
  x: number;
  y: number;
  lit: boolean;
}

/** Every dot of a row of digits, lit or not, in units of one dot. */
export function dotsOf(digits: readonly (keyof typeof GLYPHS)[]): Dot[] {
  return digits.flatMap((digit, place) =>
    GLYPHS[digit].flatMap((row, y) =>
      Array.from(row, (mark, column) => ({ x: place * PITCH + column, y, lit: mark === '#' })),
    ),
  );
}

/** One SVG path for many dots: zero-length strokes with round caps. */
export function dotPath(dots: readonly Dot[]): string {
  return dots.map(({ x, y }) => `M${x} ${y}h0`).join('');
}
