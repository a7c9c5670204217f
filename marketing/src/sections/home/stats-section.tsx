import { buttonClass } from '@corvane/shared/ui/button';
import type { StatsContent } from '../../content/content-schemas.ts';
import { Reveal } from '../../motion/reveal.tsx';
import { PageLink } from '../../page-link.tsx';
import { StatFigure } from './stat-figure.tsx';

type Tile = StatsContent['tiles'][number];

/** Four figures, each drawn with countable marks. The first one has a large drawing because its value is large. */
export function StatsSection({ content }: { content: StatsContent }) {
  const [first, ...others] = content.tiles;
  return (
    <section aria-labelledby="stats-title" className="ground-ink">
      <div className="mx-auto max-w-page px-4 py-16 md:px-6 md:py-24">
        <div className="flex flex-wrap items-baseline justify-between gap-x-12 gap-y-3">
          <h2 id="stats-title" className="text-title">
            {content.title}
          </h2>
          <p className="text-muted">{content.intro}</p>
        </div>
        <div aria-hidden="true" className="mt-8 ruler opacity-60" />
        <div className="mt-8 grid gap-x-16 gap-y-12 lg:grid-cols-12">
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
        <PageLink action={content.action} className={buttonClass('outline', 'mt-12')} />
      </div>
    </section>
  );
}

function StatText({ tile: { claim, key }, big = false }: { tile: Tile; big?: boolean }) {
  return (
    <p className={big ? 'mt-8' : 'mt-4 grid grid-cols-[auto_1fr] items-baseline gap-x-5'}>
      <span
        className={`font-display font-semibold tabular ${big ? 'block text-[clamp(4rem,2.5rem+6vw,7.5rem)] leading-none tracking-[-0.04em]' : 'min-w-[4.5ch] text-title'}`}
      >
        {claim.written}
      </span>
      <span className={big ? 'mt-3 block text-lead' : ''}>
        {claim.label}
        <span className="mt-1 block text-sm text-muted">{key}</span>
      </span>
    </p>
  );
}
