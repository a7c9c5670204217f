import type { PointList } from '../../content/services/service-schema.ts';
import { Reveal } from '../../motion/reveal.tsx';

/** Points side by side, each below a line. */
export function PointColumns({ content, id }: { content: PointList; id: string }) {
  const columns = content.items.length === 4 ? 'sm:grid-cols-2 lg:grid-cols-4' : 'md:grid-cols-3';
  return (
    <section aria-labelledby={`${id}-title`} className="mx-auto max-w-page px-4 py-16 md:px-6 md:py-24">
      <p className="mb-3 font-medium text-teal">{content.name}</p>
      <div className="lg:grid lg:grid-cols-12 lg:items-baseline">
        <h2 id={`${id}-title`} className="text-title lg:col-span-5">
          {content.title}
        </h2>
        <p className="mt-3 text-lead text-muted lg:col-span-6 lg:col-start-7">{content.intro}</p>
      </div>
      <ul className={`mt-10 grid gap-x-10 gap-y-10 ${columns}`}>
        {content.items.map(({ title, description }) => (
          <Reveal as="li" key={title} className="border-t-2 border-ink pt-5">
            <h3 className="text-heading">{title}</h3>
            <p className="mt-2 text-muted">{description}</p>
          </Reveal>
        ))}
      </ul>
    </section>
  );
}
