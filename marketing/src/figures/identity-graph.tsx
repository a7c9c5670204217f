import { dotPath, type Point, scatter } from './dot-path.ts';

const WIDTH = 560;
const COLUMNS = 5;
const ROWS = 4;
const CELL = { x: WIDTH / COLUMNS, y: 104 };
const HEIGHT = ROWS * CELL.y;
/** The person to whom the visit belongs. */
const VISITOR = 12;

/** People on a loose grid. Every other row is offset by half a cell. */
const PEOPLE: readonly Point[] = Array.from({ length: COLUMNS * ROWS }, (_, index) => {
  const row = Math.floor(index / COLUMNS);
  return {
    x: ((index % COLUMNS) + 0.32 + (row % 2) * 0.36 + (scatter(index + 5) - 0.5) * 0.3) * CELL.x,
    y: (row + 0.5 + (scatter(index + 77) - 0.5) * 0.36) * CELL.y,
  };
});

interface Trace extends Point {
  person: number;
  isCertain: boolean;
}

/** Emails, devices and addresses around each person, three to five of them. */
const TRACES: readonly Trace[] = PEOPLE.flatMap((person, index) => {
  const count = 3 + Math.floor(scatter(index + 301) * 3);
  return Array.from({ length: count }, (_, place) => {
    const seed = index * 9 + place;
    const angle = (place / count + scatter(index + 907) * 0.8) * 2 * Math.PI;
    const reach = 26 + scatter(seed + 40) * 18;
    return {
      person: index,
      isCertain: scatter(seed + 613) < 0.62,
      x: clamp(person.x + Math.cos(angle) * reach, WIDTH),
      y: clamp(person.y + Math.sin(angle) * reach, HEIGHT),
    };
  });
});

function clamp(value: number, end: number): number {
  return Math.min(Math.max(value, 6), end - 6);
}

function lines(traces: readonly Trace[]): string {
  return traces
    .map(({ person, x, y }) => {
      const from = PEOPLE[person] ?? { x, y };
      return `M${from.x.toFixed(0)} ${from.y.toFixed(0)}L${x.toFixed(0)} ${y.toFixed(0)}`;
    })
    .join('');
}

const CERTAIN = lines(TRACES.filter((trace) => trace.isCertain));
const LIKELY = lines(TRACES.filter((trace) => !trace.isCertain));
/** Neighbors who seem to share a household or a company. */
const SHARED = PEOPLE.flatMap((person, index) => {
  const isLastOfRow = index % COLUMNS === COLUMNS - 1;
  const others = [isLastOfRow ? undefined : PEOPLE[index + 1], PEOPLE[index + COLUMNS]];
  return others.map((other, place) =>
    other === undefined || scatter(index * 2 + place + 1201) > 0.5
      ? ''
      : `M${person.x.toFixed(0)} ${person.y.toFixed(0)}L${other.x.toFixed(0)} ${other.y.toFixed(0)}`,
  );
}).join('');
const ENDS = dotPath(TRACES);
const HUBS = dotPath(PEOPLE.filter((_, index) => index !== VISITOR));
const FOUND = PEOPLE[VISITOR] ?? { x: 0, y: 0 };

/** People and their data, certain or likely. */
export function IdentityGraph() {
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      className="block w-full"
      fill="none"
      strokeLinecap="round"
    >
      <path d={CERTAIN} className="stroke-data" strokeWidth="1.5" />
      <path d={LIKELY} className="stroke-data" strokeWidth="1.5" strokeDasharray="0.1 5" />
      <path d={SHARED} className="stroke-control" strokeWidth="1.5" strokeDasharray="0.1 5" />
      <path d={ENDS} className="stroke-control" strokeWidth="7" />
      <path d={HUBS} className="stroke-data" strokeWidth="15" />
      <circle cx={FOUND.x} cy={FOUND.y} r="21" className="stroke-signal" strokeWidth="2" />
      <path d={dotPath([FOUND])} className="stroke-signal" strokeWidth="20" />
    </svg>
  );
}
