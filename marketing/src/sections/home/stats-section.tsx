import { buttonClass } from '@corvane/shared/ui/button';
import type { ReactNode } from 'react';
import { CLAIMS } from '../../content/claims.ts';
import type { StatsContent } from '../../content/content-schemas.ts';
import { STATS } from '../../content/home.ts';
import { dotPath, gridOf } from '../../figures/dot-path.ts';
import { PageLink } from '../../page-link.tsx';
import { Reveal } from '../../reveal.tsx';
import { FiguresNote } from '../claim-words.tsx';

type Tile = StatsContent['tiles'][number];

/** Four figures, each drawn with countable marks. The first one has a large drawing because its value is large. */
export function StatsSection() {
  const [first, ...others] = STATS.tiles;
  return (
    <section aria-labelledby="stats-title" className="ground-ink">
      <div className="mx-auto max-w-page px-4 py-12 md:px-6 md:py-24">
        <div className="flex flex-wrap items-baseline justify-between gap-x-12 gap-y-3">
          <h2 id="stats-title" className="text-title">
            {STATS.title}
          </h2>
          <FiguresNote className="text-muted" />
        </div>
        <div className="mt-8 grid gap-x-16 gap-y-10 lg:grid-cols-12">
          {first === undefined ? null : (
            <Reveal className="lg:col-span-7">
              <StatFigure name={first.figure} />
              <StatText tile={first} big />
            </Reveal>
          )}
          <ul className="grid content-between gap-y-8 lg:col-span-5">
            {others.map((tile, place) => (
              <Reveal
                as="li"
                key={tile.figure}
                step={place + 1}
                className="border-b border-line pb-8 last:border-b-0 last:pb-0"
              >
                <StatFigure name={tile.figure} />
                <StatText tile={tile} />
              </Reveal>
            ))}
          </ul>
        </div>
        <PageLink action={STATS.action} className={buttonClass('outline', 'mt-10')} />
      </div>
    </section>
  );
}

function StatText({ tile: { claim, key }, big = false }: { tile: Tile; big?: boolean }) {
  return (
    <p className={big ? 'mt-8' : 'mt-4 grid grid-cols-[auto_1fr] items-baseline gap-x-5'}>
      <span
        className={`font-display tabular ${big ? 'block font-semibold text-[clamp(4rem,2.5rem+6vw,7.5rem)] leading-none tracking-[-0.04em]' : 'min-w-[5.25ch] text-title font-medium'}`}
      >
        {claim.written}
      </span>
      <span key={claim.label} className={big ? 'mt-3 block text-lead' : ''}>
        {claim.label}
        <span className="mt-1 block text-sm text-muted">{key}</span>
      </span>
    </p>
  );
}

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
function StatFigure({ name }: { name: FigureName }) {
  const { viewBox, marks } = FIGURES[name];
  return (
    <svg aria-hidden="true" viewBox={viewBox} className="block w-full" fill="none">
      {marks}
    </svg>
  );
}
