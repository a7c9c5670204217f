import type { PointList } from '../../content/services/service-schema.ts';

interface PointTableProps {
  content: PointList;
  id: string;
  ground?: 'paper' | 'sunken';
}

/** Names on the left, meanings on the right: readers quickly find their own case. */
export function PointTable({ content, id, ground = 'paper' }: PointTableProps) {
  return (
    <section aria-labelledby={`${id}-title`} className={ground === 'sunken' ? 'bg-sunken' : ''}>
      <div className="mx-auto max-w-page px-4 py-16 md:px-6 md:py-24">
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
              <dt className="font-display text-[clamp(1.375rem,1.2rem+0.8vw,1.875rem)] leading-tight font-semibold">
                {title}
              </dt>
              <dd className="text-lead text-pretty text-muted">{description}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
