import type { ComparisonPageContent } from '../../content/comparison/comparison-schemas.ts';
import { Reveal } from '../../motion/reveal.tsx';
import { Accordion } from '../../sections/accordion.tsx';

/** Five figures on one dark panel: two wide, three narrow, each with its details. */
export function ApartSection({ content }: { content: ComparisonPageContent['apart'] }) {
  return (
    <section aria-labelledby="apart-title" className="ground-ink print:bg-transparent">
      <div className="mx-auto max-w-page px-4 py-16 md:px-6 md:py-24 print:py-4">
        <div className="flex flex-wrap items-baseline justify-between gap-x-12 gap-y-3">
          <h2 id="apart-title" className="text-title">
            {content.title}
          </h2>
          <p className="text-muted">{content.intro}</p>
        </div>
        <div aria-hidden="true" className="mt-8 ruler opacity-60" />
        <ul className="mt-10 grid gap-x-12 md:grid-cols-2 lg:grid-cols-6">
          {content.cards.map(({ slug, claim, title, description, details }, place) => {
            const isWide = place < 2;
            return (
              <Reveal
                as="li"
                key={slug}
                className={`pb-14 last:pb-0 md:row-span-4 md:grid md:grid-rows-subgrid md:pb-14 lg:nth-[n+3]:pb-0 ${isWide ? 'lg:col-span-3' : 'lg:col-span-2'} ${
                  place === content.cards.length - 1 ? 'md:max-lg:col-span-2' : ''
                }`}
              >
                <p>
                  <span
                    className={`block font-display leading-none font-semibold tracking-[-0.03em] tabular ${
                      isWide ? 'text-[clamp(3.5rem,2.4rem+4vw,6rem)]' : 'text-figure'
                    }`}
                  >
                    {claim.written}
                  </span>
                  <span className="mt-2 block text-sm text-muted">{claim.label}</span>
                </p>
                <h3 className="mt-5 text-heading">{title}</h3>
                <p className="mt-2 mb-5 max-w-measure text-muted">{description}</p>
                <Accordion name={`apart-${slug}`} items={details} className="self-start" />
              </Reveal>
            );
          })}
        </ul>
      </div>
    </section>
  );
}
