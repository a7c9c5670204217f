import { CLAIMS } from '../content/claims.ts';

const SIZE = 40;
const PITCH = 48;

/** A hundred visits. The filled and outlined ones match the figures that we claim. The caption explains them. */
export function VisitBlocks() {
  return (
    <>
      <Blocks columns={25} className="hidden md:block" />
      <Blocks columns={10} className="md:hidden" />
    </>
  );
}

function Blocks({ columns, className }: { columns: number; className: string }) {
  const rows = 100 / columns;
  // Column by column: a share then reads as a length.
  const block = (index: number, inset = 0) => {
    const size = SIZE - inset * 2;
    return `M${Math.floor(index / rows) * PITCH + inset} ${(index % rows) * PITCH + inset}h${size}v${size}h-${size}z`;
  };
  const blocks = (from: number, to: number, inset?: number) =>
    Array.from({ length: to - from }, (_, index) => block(from + index, inset)).join('');
  const { matchRate, identifiableTraffic } = CLAIMS;
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${columns * PITCH - (PITCH - SIZE)} ${rows * PITCH - (PITCH - SIZE)}`}
      className={`w-full ${className}`}
    >
      <path d={blocks(0, matchRate.from)} className="fill-data" />
      <path d={blocks(matchRate.from, matchRate.amount)} className="fill-data opacity-55" />
      <path
        d={blocks(matchRate.amount, identifiableTraffic.amount, 1.5)}
        className="fill-transparent stroke-data"
        strokeWidth="3"
      />
      <path d={blocks(identifiableTraffic.amount, 100)} className="fill-faint opacity-60" />
    </svg>
  );
}
