import { dotPath, scatter } from './dot-path.ts';

const COLUMNS = 12;
const ROWS = 9;
const PITCH = 20;
/** The number of dots that each pass leaves, and their remaining distance from their places. */
const PASSES = [
  { left: 108, disorder: 22 },
  { left: 62, disorder: 12 },
  { left: 26, disorder: 4 },
  { left: 9, disorder: 0 },
  { left: 1, disorder: 0 },
] as const;

/** The place of the last dot. */
const FOUND = Math.floor(ROWS / 2) * COLUMNS + 7;

/** Places in reverse order of removal: the last remaining one comes first. */
const SURVIVORS = Array.from({ length: COLUMNS * ROWS }, (_, index) => index).sort(
  (a, b) => rankOf(a) - rankOf(b),
);

function rankOf(index: number): number {
  return index === FOUND ? -1 : scatter(index + 53);
}

function pointOf(index: number, disorder: number) {
  return {
    x: (index % COLUMNS) * PITCH + 14 + (scatter(index + 811) - 0.5) * disorder,
    y: Math.floor(index / COLUMNS) * PITCH + 14 + (scatter(index + 977) - 0.5) * disorder,
  };
}

const DRAWINGS = PASSES.map(({ left, disorder }, pass) => ({
  kept: dotPath(SURVIVORS.slice(1, left).map((index) => pointOf(index, disorder))),
  gone: pass === 0 ? '' : dotPath(SURVIVORS.slice(left).map((index) => pointOf(index, 0))),
}));
const WIDTHS = [6, 8, 10, 12, 12] as const;

/** The field after one pass. The card describes it in words. */
export function StepField({ pass }: { pass: number }) {
  const drawing = DRAWINGS[pass];
  if (drawing === undefined) throw new RangeError(`There is no pass ${pass}`);
  const { x, y } = pointOf(FOUND, 0);
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${COLUMNS * PITCH + 8} ${ROWS * PITCH + 8}`}
      className="block w-full max-sm:max-w-56"
      fill="none"
      strokeLinecap="round"
    >
      <path d={drawing.gone} className="stroke-faint opacity-60" strokeWidth="3" />
      <path
        d={drawing.kept}
        className={pass === 0 ? 'stroke-control' : 'stroke-data'}
        strokeWidth={WIDTHS[pass]}
      />
      <path d={`M${x} ${y}h0`} className="stroke-signal" strokeWidth={8 + pass * 3} />
      {pass === DRAWINGS.length - 1 ? (
        <circle cx={x} cy={y} r="20" className="stroke-signal" strokeWidth="2" />
      ) : null}
    </svg>
  );
}
