import { PRICING_PAGE } from '../../content/pricing-page.ts';
import { Reveal } from '../../reveal.tsx';
import { ClosingSection } from '../../sections/shared-sections.tsx';
import type { Sections } from '../../static-sections/static-section.tsx';

const { title, subtitle, extras, terms, closing } = PRICING_PAGE;

export default {
  intro: () => (
    <div className="mx-auto flex max-w-page flex-wrap items-baseline justify-between gap-x-12 gap-y-2 px-4 pt-8 md:px-6 md:pt-8">
      <h1 className="text-display">{title}</h1>
      <p className="text-lead text-muted">{subtitle}</p>
    </div>
  ),
  extras: ExtrasSection,
  closing: () => <ClosingSection content={closing} />,
} satisfies Sections;

/** The extras, and answers to questions that buyers have before they contact us. */
function ExtrasSection() {
  return (
    <section aria-labelledby="extras-title" className="bg-sunken">
      <div className="mx-auto grid max-w-page gap-x-16 gap-y-12 px-4 py-12 md:px-6 md:py-16 lg:grid-cols-12">
        <div className="lg:col-span-7">
          <h2 id="extras-title" className="text-subtitle">
            {extras.title}
          </h2>
          <p className="mt-3 text-lead text-muted">{extras.intro}</p>
          <ul className="mt-8 grid gap-x-10 sm:grid-cols-2">
            {extras.items.map((item) => (
              <Reveal as="li" key={item} className="flex items-center gap-4 border-t border-control py-4">
                <svg aria-hidden="true" viewBox="0 0 16 16" className="size-4 shrink-0 text-teal" fill="none">
                  <path d="M8 2v12M2 8h12" stroke="currentColor" strokeWidth="2" />
                </svg>
                {item}
              </Reveal>
            ))}
          </ul>
        </div>
        <dl className="grid content-start gap-8 lg:col-span-5 lg:border-l lg:border-control lg:pl-16">
          {terms.map(({ question, answer }) => (
            <div key={question}>
              <dt className="font-display text-heading">{question}</dt>
              <dd className="mt-1 text-muted">{answer}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
