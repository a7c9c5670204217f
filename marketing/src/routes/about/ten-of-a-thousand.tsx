import { dotPath, gridOf } from '../../figures/dot-path.ts';

const THOUSAND = 1000;
const TEN = 10;
const PITCH = 12;

/** Ten positions spread over the whole field: one in each hundred, by the golden ratio. */
const RIGHT = new Set(
  Array.from({ length: TEN }, (_, band) => {
    const share = (0.2 + band * 0.618) % 1;
    return Math.floor((band + share) * (THOUSAND / TEN));
  }),
);

/** The same thousand names for wide and narrow screens. Neither is cut from the other. */
const FIELDS = [
  { columns: 100, className: 'hidden md:block' },
  { columns: 40, className: 'md:hidden' },
].map(({ columns, className }) => {
  const names = gridOf(THOUSAND, columns, PITCH).map(({ x, y }) => ({ x: x + PITCH / 2, y: y + PITCH / 2 }));
  return {
    className,
    width: columns * PITCH,
    height: (THOUSAND / columns) * PITCH,
    others: dotPath(names.filter((_, index) => !RIGHT.has(index))),
    right: dotPath(names.filter((_, index) => RIGHT.has(index))),
  };
});

/** A thousand names, ten of them marked. The heading says the same in words. */
export function TenOfAThousand() {
  return FIELDS.map(({ className, width, height, others, right }) => (
    <svg
      key={className}
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      className={`w-full ${className}`}
      fill="none"
      strokeLinecap="round"
    >
      <path d={others} className="stroke-faint" strokeWidth="4" />
      <path d={right} className="stroke-signal" strokeWidth="11" />
    </svg>
  ));
}
