import type { ReactNode } from 'react';
import { CLAIMS } from '../../content/claims.ts';
import type { StatsContent } from '../../content/content-schemas.ts';
import { dotPath, gridOf } from '../../figures/dot-path.ts';

type FigureName = StatsContent['tiles'][number]['figure'];

const PEOPLE = dotPath(gridOf(CLAIMS.consumers.amount, 28, 24));

/** Ticks from `start` up to `end`, 5 apart. */
function ticks(start: number, end: number): string {
  return Array.from({ length: end - start }, (_, index) => `M${(start + index) * 5} 0v24`).join('');
}

const ACCURATE = ticks(0, CLAIMS.contactAccuracy.amount);
const INACCURATE = ticks(CLAIMS.contactAccuracy.amount, 100);

const DAYS = 7;
const WEEK = Array.from({ length: CLAIMS.weeklySignals.amount }, (_, index) => {
  const place = Math.floor(index / DAYS);
  return `M${place * 55} ${(index % DAYS) * 6}h38`;
}).join('');

const CUSTOMERS = Array.from({ length: CLAIMS.customers.amount / 10 }, (_, index) => {
  return `M${(index % 50) * 10} ${Math.floor(index / 50) * 10}h7v7h-7z`;
}).join('');

const FIGURES: Record<FigureName, { viewBox: string; marks: ReactNode }> = {
  people: {
    viewBox: '-8 -8 664 232',
    marks: <path d={PEOPLE} className="stroke-data" strokeWidth="11" strokeLinecap="round" />,
  },
  accuracy: {
    viewBox: '-1 0 498 24',
    marks: (
      <>
        <path d={ACCURATE} className="stroke-data" strokeWidth="2" />
        <path d={INACCURATE} className="stroke-faint" strokeWidth="2" />
      </>
    ),
  },
  week: {
    viewBox: '0 -2 478 40',
    marks: <path d={WEEK} className="stroke-data" strokeWidth="3" />,
  },
  customers: {
    viewBox: '0 0 497 17',
    marks: <path d={CUSTOMERS} className="fill-data" />,
  },
};

/** A figure drawn with marks that readers can count. The text below says what one mark means. */
export function StatFigure({ name }: { name: FigureName }) {
  const { viewBox, marks } = FIGURES[name];
  return (
    <svg aria-hidden="true" viewBox={viewBox} className="block w-full" fill="none">
      {marks}
    </svg>
  );
}
