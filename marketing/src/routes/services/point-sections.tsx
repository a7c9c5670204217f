import type { PointList } from '../../content/services/service-schema.ts';
import { Reveal } from '../../reveal.tsx';

/*
 * The shapes that a list of points can have on a service's page.
 */

export interface PointsProps {
  content: PointList;
  id: string;
  ground?: 'bg-sunken';
  /** Numbers the points, if their order matters. In a ledger. */
  numbered?: boolean;
}

/** Points side by side in a quiet band: small type, thin lines, little height. */
export function PointColumns({ content, id }: PointsProps) {
  const columns = content.items.length === 4 ? 'sm:grid-cols-2 lg:grid-cols-4' : 'md:grid-cols-3';
  return (
    <section aria-labelledby={`${id}-title`} className="mx-auto max-w-page px-4 py-12 md:px-6 md:py-16">
      <p className="mb-3 font-medium text-teal">{content.name}</p>
      <div className="flex flex-wrap items-baseline justify-between gap-x-12 gap-y-3">
        <h2 id={`${id}-title`} className="text-heading">
          {content.title}
        </h2>
        <p className="text-muted">{content.intro}</p>
      </div>
      <ul className={`mt-6 grid gap-x-10 gap-y-6 ${columns}`}>
        {content.items.map(({ title, description }) => (
          <Reveal as="li" key={title} className="border-t border-control pt-4">
            <h3>{title}</h3>
            <p className="mt-1 text-muted">{description}</p>
          </Reveal>
        ))}
      </ul>
    </section>
  );
}

/** Points of equal importance as the cells of one panel. A mark shows the place of each: filled up to it, it would be a rating. */
export function PointGrid({ content, id, ground }: PointsProps) {
  const columns = content.items.length % 3 === 0 ? 'md:grid-cols-3' : 'sm:grid-cols-2 lg:grid-cols-4';
  return (
    <section aria-labelledby={`${id}-title`} className={ground ?? ''}>
      <div className="mx-auto max-w-page px-4 py-12 md:px-6 md:py-20">
        <p className="mb-3 font-medium text-teal">{content.name}</p>
        <div className="flex flex-wrap items-baseline justify-between gap-x-12 gap-y-3">
          <h2 id={`${id}-title`} className="text-subtitle">
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

/** Points in a vertical list. Their heading stays visible beside them. */
export function PointLedger({ content, id, numbered, ground }: PointsProps) {
  const List = numbered ? 'ol' : 'ul';
  return (
    <section aria-labelledby={`${id}-title`} className={ground ?? ''}>
      <div className="mx-auto grid max-w-page gap-10 px-4 py-16 md:px-6 md:py-24 lg:grid-cols-12">
        <div className="lg:col-span-4">
          <div className="lg:sticky lg:top-28">
            <p className="mb-3 font-medium text-teal">{content.name}</p>
            <h2 id={`${id}-title`} className="text-subtitle">
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
                  className="min-w-10 font-display text-title leading-none font-medium text-teal tabular"
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

/** Names on the left, meanings on the right: readers quickly find their own case. */
export function PointTable({ content, id, ground }: PointsProps) {
  return (
    <section aria-labelledby={`${id}-title`} className={ground ?? ''}>
      <div className="mx-auto max-w-page px-4 py-12 md:px-6 md:py-16">
        <p className="mb-3 font-medium text-teal">{content.name}</p>
        <h2 id={`${id}-title`} className="text-title">
          {content.title}
        </h2>
        <p className="mt-3 max-w-measure text-lead text-muted">{content.intro}</p>
        <dl className="mt-8 border-b border-control">
          {content.items.map(({ title, description }) => (
            <div
              key={title}
              className="grid gap-x-10 gap-y-1 border-t border-control py-5 md:grid-cols-[5fr_7fr] md:items-baseline"
            >
              <dt className="font-display text-subtitle">{title}</dt>
              <dd className="text-lead text-pretty text-muted">{description}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
