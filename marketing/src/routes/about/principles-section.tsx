import type { AboutPageContent } from '../../content/about/about-schemas.ts';
import { Reveal } from '../../motion/reveal.tsx';

/** Our commitments. */
export function PrinciplesSection({ content }: { content: AboutPageContent['principles'] }) {
  return (
    <section aria-labelledby="principles-title" className="bg-sunken">
      <div className="mx-auto max-w-page px-4 py-16 md:px-6 md:py-24">
        <h2 id="principles-title" className="text-title">
          {content.title}
        </h2>
        <ol className="mt-10 grid gap-x-16 sm:grid-cols-2">
          {content.items.map(({ title, description }, place) => (
            <Reveal as="li" key={title} className="grid grid-cols-[2.5rem_1fr] border-t border-control py-6">
              <span aria-hidden="true" className="font-display text-heading font-semibold text-teal tabular">
                {place + 1}
              </span>
              <div>
                <h3 className="text-heading">{title}</h3>
                <p className="mt-2 text-muted">{description}</p>
              </div>
            </Reveal>
          ))}
        </ol>
      </div>
    </section>
  );
}
