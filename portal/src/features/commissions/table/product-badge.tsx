import { PLAN_COUNT, planOfProduct } from './plan-of-product.ts';

/** The plan's name, with rising bars that show its position among the plans. Other products show only their name. */
export function ProductBadge({ productName }: { productName: string }) {
  const { label, rank } = planOfProduct(productName);
  return (
    <span
      title={label === productName ? undefined : productName}
      className="inline-flex items-center gap-2 rounded-control border border-line bg-paper px-2 py-0.5 leading-5 font-medium"
    >
      {rank === null ? null : <RankMark rank={rank} />}
      <span className={rank === null ? 'wrap-break-word' : 'whitespace-nowrap'}>{label}</span>
    </span>
  );
}

function RankMark({ rank }: { rank: number }) {
  const bars = Array.from({ length: PLAN_COUNT }, (_, index) => index + 1);
  return (
    <svg aria-hidden="true" viewBox="0 0 15 12" className="h-3 w-[15px] shrink-0 text-teal md:max-lg:hidden">
      {bars.map((bar) => (
        <rect
          key={bar}
          x={(bar - 1) * 4}
          y={12 - bar * 3}
          width="3"
          height={bar * 3}
          fill="currentColor"
          opacity={bar <= rank ? 1 : 0.2}
        />
      ))}
    </svg>
  );
}
