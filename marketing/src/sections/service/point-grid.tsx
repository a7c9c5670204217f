import type { PointList } from '../../content/services/service-schema.ts';
import { Reveal } from '../../motion/reveal.tsx';

interface PointGridProps {
  content: PointList;
  id: string;
  ground?: 'paper' | 'sunken' | 'ink';
}

const GROUNDS = { paper: '', sunken: 'bg-sunken', ink: 'ground-ink' } as const;

/** Points of equal importance as the cells of one panel. A mark shows the place of each: filled up to it, it would be a rating. */
export function PointGrid({ content, id, ground = 'paper' }: PointGridProps) {
  const columns = content.items.length % 3 === 0 ? 'md:grid-cols-3' : 'sm:grid-cols-2 lg:grid-cols-4';
  return (
    <section aria-labelledby={`${id}-title`} className={GROUNDS[ground]}>
      <div className="mx-auto max-w-page px-4 py-16 md:px-6 md:py-24">
        <p className="mb-3 font-medium text-teal">{content.name}</p>
        <div className="flex flex-wrap items-baseline justify-between gap-x-12 gap-y-3">
          <h2 id={`${id}-title`} className="text-title">
            {content.title}
          </h2>
          <p className="text-muted">{content.intro}</p>
        </div>
        <ul
          className={`mt-10 grid gap-px overflow-hidden rounded-panel border border-control bg-line ${columns}`}
        >
          {content.items.map(({ title, description }, place) => (
            <Reveal as="li" key={title} motion="fade" step={place} className="bg-surface px-6 pt-6 pb-8">
              <span aria-hidden="true" className="mb-10 flex gap-[3px]">
                {content.items.map((item, index) => (
                  <span
                    key={item.title}
                    className={`h-2.5 w-1.5 ${index === place ? 'bg-data' : 'bg-faint'}`}
                  />
                ))}
              </span>
              <h3 className="text-heading">{title}</h3>
              <p className="mt-2 text-muted">{description}</p>
            </Reveal>
          ))}
        </ul>
      </div>
    </section>
  );
}
