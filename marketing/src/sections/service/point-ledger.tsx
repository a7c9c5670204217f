import type { PointList } from '../../content/services/service-schema.ts';
import { Reveal } from '../../motion/reveal.tsx';

interface PointLedgerProps {
  content: PointList;
  id: string;
  /** Numbers the points, if their order matters. */
  numbered?: boolean;
  ground?: 'paper' | 'sunken';
}

/** Points in a vertical list. Their heading stays visible beside them. */
export function PointLedger({ content, id, numbered = false, ground = 'paper' }: PointLedgerProps) {
  const List = numbered ? 'ol' : 'ul';
  return (
    <section aria-labelledby={`${id}-title`} className={ground === 'sunken' ? 'bg-sunken' : ''}>
      <div className="mx-auto grid max-w-page gap-10 px-4 py-16 md:px-6 md:py-24 lg:grid-cols-12">
        <div className="lg:col-span-4">
          <div className="lg:sticky lg:top-28">
            <p className="mb-3 font-medium text-teal">{content.name}</p>
            <h2 id={`${id}-title`} className="text-title">
              {content.title}
            </h2>
            <p className="mt-4 max-w-measure text-lead text-muted">{content.intro}</p>
          </div>
        </div>
        <List className="lg:col-span-7 lg:col-start-6">
          {content.items.map(({ title, description }, place) => (
            <Reveal
              as="li"
              key={title}
              className="grid grid-cols-[auto_1fr] gap-x-6 border-t border-control py-6 first:border-t-2 first:border-ink md:py-8"
            >
              {numbered ? (
                <span
                  aria-hidden="true"
                  className="min-w-10 font-display text-title leading-none font-semibold text-teal tabular"
                >
                  {place + 1}
                </span>
              ) : (
                <span aria-hidden="true" className="mt-4 h-0.5 w-6 bg-data" />
              )}
              <div>
                <h3 className="text-heading">{title}</h3>
                <p className="mt-2 max-w-[34rem] text-muted">{description}</p>
              </div>
            </Reveal>
          ))}
        </List>
      </div>
    </section>
  );
}
