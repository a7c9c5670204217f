import type { HeroContent } from '../../content/content-schemas.ts';
import { dotPath } from '../../figures/dot-path.ts';
import { FIELD_HEIGHT, foundIn, refinementField } from '../../figures/refinement-field.ts';

interface Drawing {
  width: number;
  /** Scale of the marks: a small drawing has larger ones in proportion. */
  weight: number;
  className: string;
  paths: Record<'noise' | 'sorted' | 'found', string>;
}

/** The same drawing for wide and narrow screens. Neither is cut from the other. */
const DRAWINGS: readonly Drawing[] = [
  drawing(1440, 1, 'hidden h-60 lg:block'),
  drawing(720, 1.25, 'block aspect-3/1 lg:hidden'),
];

function drawing(width: number, weight: number, className: string): Drawing {
  const { noise, sorted, found } = refinementField(width);
  const paths = { noise: dotPath(noise), sorted: dotPath(sorted), found: dotPath(found) };
  return { width, weight, className, paths };
}

/** From all records to the one that counts, from edge to edge. */
export function RefinementStrip({ labels }: { labels: HeroContent['strip'] }) {
  return (
    <figure className="mt-10 md:mt-12">
      <div role="img" aria-label={labels.alternative}>
        {DRAWINGS.map((field) => (
          <Field key={field.width} {...field} />
        ))}
      </div>
      <div aria-hidden="true" className="ruler opacity-70" />
      <figcaption className="flex justify-between gap-6 px-4 pt-3 text-sm text-muted md:px-6">
        <span>{labels.from}</span>
        <span className="text-right font-semibold text-ink">{labels.to}</span>
      </figcaption>
    </figure>
  );
}

function Field({ width, weight, className, paths }: Drawing) {
  const { x, y } = foundIn(width);
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${FIELD_HEIGHT}`}
      preserveAspectRatio="xMaxYMid slice"
      className={`w-full ${className}`}
      fill="none"
      strokeLinecap="round"
    >
      <path d={paths.noise} className="stroke-control" strokeWidth={3.5 * weight} />
      <path d={paths.sorted} className="stroke-faint" strokeWidth={5 * weight} />
      <path d={paths.found} className="stroke-data" strokeWidth={8 * weight} />
      <g className="stroke-signal" strokeWidth={1.5 * weight}>
        <circle cx={x} cy={y} r="26" />
        <path d={`M${x} ${y + 26}V${FIELD_HEIGHT}`} />
        <path d={`M${x} ${y}h0`} strokeWidth={18 * weight} />
      </g>
    </svg>
  );
}
