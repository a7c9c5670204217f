import type { ComparisonPageContent } from '../../content/comparison/comparison-schemas.ts';
import { Reveal } from '../../motion/reveal.tsx';
import { PageLink } from '../../page-link.tsx';

/** Extras for a plan, in two lists of different size. */
export function ExtrasLists({ content }: { content: ComparisonPageContent['addOns'] }) {
  return (
    <section aria-labelledby="extras-title" className="bg-sunken print:bg-transparent">
      <div className="mx-auto max-w-page px-4 py-16 md:px-6 md:py-24 print:py-4">
        <h2 id="extras-title" className="text-title">
          {content.title}
        </h2>
        <p className="mt-3 max-w-measure text-lead text-muted">{content.intro}</p>
        <div className="mt-10 grid gap-x-16 gap-y-12 lg:grid-cols-[7fr_5fr]">
          {content.lists.map(({ title, description, items, more }) => (
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
                      <span className="block font-semibold">{item.name}</span>
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
