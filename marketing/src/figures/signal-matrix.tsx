import { dotPath, type Point, scatter } from './dot-path.ts';

const PEOPLE = 13;
const DAYS = 21;
const PITCH = 26;
/** Rows with rising interest. The last of them is the person to call. */
const IN_MARKET = [3, 7, 10];
const FOUND = 7;
/** Widths of the dots, by strength of interest. */
const WIDTHS = [3, 7, 12, 18] as const;

interface Mark extends Point {
  row: number;
  /** Index in `WIDTHS`. */
  strength: number;
}

const MARKS: readonly Mark[] = Array.from({ length: PEOPLE * DAYS }, (_, index) => {
  const row = Math.floor(index / DAYS);
  const day = index % DAYS;
  const chance = scatter(index + 211);
  const rising = IN_MARKET.includes(row) ? Math.max(0, (day - 6 - row * 0.3) / 10) : 0;
  const strength = Math.min(
    3,
    Math.floor(rising * (1.6 + chance * 1.8) + (chance > 0.82 ? 1.4 : chance * 0.9)),
  );
  return { row, strength, x: 14 + day * PITCH, y: 14 + row * PITCH };
});

function marksOf(strength: number, isHot: boolean): string {
  return dotPath(
    MARKS.filter((mark) => mark.strength === strength && IN_MARKET.includes(mark.row) === isHot),
  );
}

const PATHS = WIDTHS.map((width, strength) => ({
  width,
  cold: marksOf(strength, false),
  hot: marksOf(strength, true),
}));
const END = { x: 14 + (DAYS - 1) * PITCH, y: 14 + FOUND * PITCH };

/** Interest of a dozen people over three weeks. The caption explains it. */
export function SignalMatrix() {
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${DAYS * PITCH + 24} ${PEOPLE * PITCH}`}
      className="block w-full"
      fill="none"
      strokeLinecap="round"
    >
      {PATHS.map(({ width, cold, hot }) => (
        <g key={width} strokeWidth={width}>
          <path d={cold} className="stroke-faint" />
          <path d={hot} className="stroke-data" />
        </g>
      ))}
      <g className="stroke-signal">
        <circle cx={END.x} cy={END.y} r="19" strokeWidth="2" />
        <path d={`M${END.x} ${END.y}h0`} strokeWidth="18" />
      </g>
    </svg>
  );
}
