import { scatter } from './dot-path.ts';

const RECORDS = 10;
/** Left ends and widths of the five fields of a record. */
const FIELDS = [
  [0, 100],
  [124, 120],
  [268, 76],
  [368, 88],
  [480, 80],
] as const;
const PITCH = 36;

interface Bar {
  d: string;
  isAdded: boolean;
}

const BARS: readonly Bar[] = Array.from({ length: RECORDS }, (_, row) =>
  FIELDS.map(([start, width], field) => {
    const seed = row * FIELDS.length + field;
    const length = Math.round(width * (0.55 + scatter(seed + 19) * 0.45)) - 12;
    return {
      d: `M${start + 6} ${row * PITCH + 12}h${length}`,
      // A name is always present. Further right, more is missing.
      isAdded: scatter(seed + 83) < field * 0.2,
    };
  }),
).flat();

const KNOWN = BARS.filter((bar) => !bar.isAdded)
  .map((bar) => bar.d)
  .join('');
const ADDED = BARS.filter((bar) => bar.isAdded)
  .map((bar) => bar.d)
  .join('');

/** A list before and after: the known fields and the filled-in fields. */
export function FilledRecords() {
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 564 ${RECORDS * PITCH - 12}`}
      className="block w-full"
      fill="none"
      strokeWidth="12"
      strokeLinecap="round"
    >
      <path d={KNOWN} className="stroke-faint" />
      <path d={ADDED} className="stroke-data" />
    </svg>
  );
}
