import type { HostServices } from '@corvane/shared/contracts/remote/host-services';
import { buttonClass } from '@corvane/shared/ui/button';
import { OwnerRoot } from '@corvane/shared/ui/owner-root';
import { useEffect } from 'react';

/** Rows of a 5 by 7 dot matrix, top to bottom. `#` is lit. */
const GLYPHS = {
  '0': ['.###.', '#...#', '#...#', '#...#', '#...#', '#...#', '.###.'],
  '4': ['...#.', '..##.', '.#.#.', '#..#.', '#####', '...#.', '...#.'],
} as const;

const DISPLAY_ROWS = 7;
const DISPLAY_COLUMNS = 28;

/** Columns from one digit to the next. */
const PITCH = 6;

interface Dot {
  x: number;
  y: number;
  lit: boolean;
}

/** Every dot of a display with some digits at its left end, lit or not. The unit is one dot. */
function dotsOf(digits: readonly (keyof typeof GLYPHS)[]): Dot[] {
  return Array.from({ length: DISPLAY_ROWS * DISPLAY_COLUMNS }, (_, index) => {
    const x = index % DISPLAY_COLUMNS;
    const y = Math.floor(index / DISPLAY_COLUMNS);
    const digit = digits[Math.floor(x / PITCH)];
    return { x, y, lit: digit !== undefined && GLYPHS[digit][y]?.[x % PITCH] === '#' };
  });
}

/** One SVG path for many dots: zero-length strokes with round caps. */
function dotPath(dots: readonly Dot[]): string {
  return dots.map(({ x, y }) => `M${x} ${y}h0`).join('');
}

const DOTS = dotsOf(['4', '0', '4']);
const LIT = dotPath(DOTS.filter(({ lit }) => lit));
const UNLIT = dotPath(DOTS.filter(({ lit }) => !lit));
/** In the middle of the zero. */
const FOUND = 'M8 3h0';

/** The page for an address that no live application serves. */
export default function NotFoundPage({ host: { Link, location } }: { host: HostServices }) {
  useEffect(() => {
    console.warn(`No page at ${location.pathname}`);
  }, [location.pathname]);

  return (
    <OwnerRoot owner="host" themed>
      <div className="mx-auto grid min-h-[70vh] max-w-page content-center gap-10 px-4 py-16 md:px-6">
        {/* The display continues to the right without digits. A narrow screen cuts it after the last digit. */}
        <h1 className="overflow-hidden">
          <span className="sr-only">404</span>
          <svg
            aria-hidden="true"
            viewBox={`-0.5 -0.5 17 ${DISPLAY_ROWS}`}
            className="w-full max-w-3xl overflow-visible"
            strokeLinecap="round"
            fill="none"
          >
            <path d={UNLIT} className="stroke-faint" strokeWidth="0.2" />
            <path d={LIT} className="stroke-ink" strokeWidth="0.74" />
            <path d={FOUND} className="stroke-signal" strokeWidth="0.74" />
          </svg>
        </h1>
        <div className="flex flex-wrap items-center justify-between gap-x-12 gap-y-6 border-t border-line pt-6">
          <div>
            <p className="font-display text-title font-semibold">Oops! Page not found</p>
            <p className="mt-2 max-w-measure text-muted">
              The address may have changed, or this page never existed.
            </p>
          </div>
          <Link to="/" className={buttonClass('solid')}>
            Return to Home
          </Link>
        </div>
      </div>
    </OwnerRoot>
  );
}
