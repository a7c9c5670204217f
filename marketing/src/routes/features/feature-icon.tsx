import type { ReactNode } from 'react';
import type { FeatureCard } from '../../content/features/features-schemas.ts';
import { dotPath, gridOf } from '../../figures/dot-path.ts';

const FIELD = gridOf(42, 7, 14).map(({ x, y }) => ({ x: x + 8, y: y + 8 }));

const ICONS: Record<FeatureCard['icon'], ReactNode> = {
  // One of many is marked.
  target: (
    <>
      <path d={dotPath(FIELD.filter((_, index) => index !== 24))} className="stroke-faint" strokeWidth="5" />
      <circle cx="50" cy="50" r="15" className="stroke-data" strokeWidth="2" />
      <path d="M50 50h0" className="stroke-data" strokeWidth="13" />
    </>
  ),
  // A short record grows longer with each source.
  layers: (
    <g strokeWidth="9">
      <path d="M8 10h38M8 30h38M8 50h38M8 70h38" className="stroke-faint" />
      <path d="M62 30h16M62 50h30M62 70h44" className="stroke-data" />
    </g>
  ),
  // From the invoice back to the first visit.
  trace: (
    <>
      <path d="M8 74H38V42H70V12H100" className="stroke-data" strokeWidth="3" strokeLinejoin="round" />
      <path
        d={dotPath([
          { x: 8, y: 74 },
          { x: 38, y: 42 },
          { x: 70, y: 12 },
        ])}
        className="stroke-data"
        strokeWidth="11"
      />
      <path d="M100 12h0" className="stroke-ink" strokeWidth="16" />
    </>
  ),
  // The dots inside the line are marked.
  group: (
    <>
      <path d={dotPath(FIELD)} className="stroke-faint" strokeWidth="5" />
      <path
        d={dotPath(FIELD.filter((_, index) => [9, 10, 11, 16, 17, 18, 24, 25].includes(index)))}
        className="stroke-data"
        strokeWidth="9"
      />
      <path d="M26 14h48v48H40V46H26Z" className="stroke-data" strokeWidth="2" strokeLinejoin="round" />
    </>
  ),
};

/** A small drawing of a feature. The card says the same in words. */
export function FeatureIcon({ name }: { name: FeatureCard['icon'] }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 112 86"
      className="h-28 self-start"
      fill="none"
      strokeLinecap="round"
    >
      {ICONS[name]}
    </svg>
  );
}
