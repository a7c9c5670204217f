import { COMPARISON_PAGE } from '../../content/comparison/comparison-page.ts';
import { PageLink } from '../../page-link.tsx';
import { Reveal } from '../../reveal.tsx';
import { Accordion } from '../../sections/accordion.tsx';
import { ClosingSection } from '../../sections/shared-sections.tsx';
import type { Sections } from '../../static-sections/static-section.tsx';

const { title, intro, apart, addOns, closing } = COMPARISON_PAGE;

export default {
  intro: () => (
    <div className="mx-auto max-w-page px-4 pt-12 pb-12 md:px-6 md:pt-16 md:pb-16">
      <h1 className="text-display">{title}</h1>
      <p className="mt-4 max-w-measure text-lead text-muted">{intro}</p>
    </div>
  ),
  apart: ApartSection,
  'add-ons': ExtrasLists,
  closing: () => <ClosingSection content={closing} />,
} satisfies Sections;

/** Five figures on one dark panel: two wide, three narrow, each with its details. */
function ApartSection() {
  return (
    <section aria-labelledby="apart-title" className="ground-ink print:bg-transparent">
      <div className="mx-auto max-w-page px-4 py-16 md:px-6 md:py-24 print:py-4">
        <div className="flex flex-wrap items-baseline justify-between gap-x-12 gap-y-3">
          <h2 id="apart-title" className="text-title">
            {apart.title}
          </h2>
          <p className="text-muted">{apart.intro}</p>
        </div>
        <div aria-hidden="true" className="mt-8 ruler opacity-60" />
        <ul className="mt-10 grid gap-x-12 md:grid-cols-2 lg:grid-cols-6">
          {apart.cards.map(({ slug, claim, title, description, details }, place) => {
            const isWide = place < 2;
            return (
              <Reveal
                as="li"
                key={slug}
                className={`pb-14 last:pb-0 md:row-span-4 md:grid md:grid-rows-subgrid md:pb-14 lg:nth-[n+3]:pb-0 ${isWide ? 'lg:col-span-3' : 'lg:col-span-2'} ${
                  place === apart.cards.length - 1 ? 'md:max-lg:col-span-2' : ''
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

/** Extras for a plan, in two lists of different size. */
function ExtrasLists() {
  return (
    <section aria-labelledby="extras-title" className="bg-sunken print:bg-transparent">
      <div className="mx-auto max-w-page px-4 py-12 md:px-6 md:py-16 print:py-4">
        <h2 id="extras-title" className="text-subtitle">
          {addOns.title}
        </h2>
        <p className="mt-3 max-w-measure text-lead text-muted">{addOns.intro}</p>
        <div className="mt-10 grid gap-x-16 gap-y-12 lg:grid-cols-[7fr_5fr]">
          {addOns.lists.map(({ title, description, items, more }) => (
            <Reveal key={title} className="border-t-2 border-ink pt-5">
              <h3 className="text-heading">{title}</h3>
              <p className="mt-1 text-muted">{description}</p>
              <ul className="mt-5">
                {items.map((item) => (
                  <li
                    key={item.name}
                    className="grid grid-cols-[1rem_1fr] gap-x-4 border-t border-control py-4"
                  >
                    <svg aria-hidden="true" viewBox="0 0 16 16" className="mt-1 size-4 text-teal" fill="none">
                      <path d="M8 2v12M2 8h12" stroke="currentColor" strokeWidth="2" />
                    </svg>
                    <p>
                      <span className="block font-medium">{item.name}</span>
                      <span className="text-muted">{item.description}</span>
                    </p>
                  </li>
                ))}
              </ul>
              <PageLink action={more} className="mt-2 inline-flex min-h-11 items-center text-link" />
            </Reveal>
          ))}
        </div>
      </div>
    </section>
  );
}
