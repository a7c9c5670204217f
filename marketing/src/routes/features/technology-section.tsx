import type { FeaturesPageContent } from '../../content/features/features-schemas.ts';
import { Reveal } from '../../motion/reveal.tsx';

/** The underlying technology, in two cards. */
export function TechnologySection({ content }: { content: FeaturesPageContent['technology'] }) {
  return (
    <section aria-labelledby="technology-title" className="mx-auto max-w-page px-4 pt-16 md:px-6 md:pt-24">
      <h2 id="technology-title" className="text-title">
        {content.title}
      </h2>
      <ul className="mt-8 grid gap-6 lg:grid-cols-2">
        {content.cards.map(({ claim, title, description }) => (
          <Reveal as="li" key={title} className="rounded-panel border border-control bg-surface p-6 md:p-10">
            <p>
              <span className="block font-display text-figure font-semibold tabular">{claim.written}</span>
              <span className="mt-1 block text-sm text-muted">{claim.label}</span>
            </p>
            <div aria-hidden="true" className="mt-6 ruler opacity-60" />
            <h3 className="mt-6 text-heading">{title}</h3>
            <p className="mt-2 text-muted">{description}</p>
          </Reveal>
        ))}
      </ul>
    </section>
  );
}
