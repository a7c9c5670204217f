import type { RefinementPageContent } from '../../content/data-refinement/refinement-schema.ts';
import { StepField } from '../../figures/step-field.tsx';
import { Reveal } from '../../motion/reveal.tsx';

/** The same field of data after each of five passes, each time with fewer dots. */
export function StepsSection({ content }: { content: RefinementPageContent['steps'] }) {
  return (
    <section aria-labelledby="steps-title" className="mx-auto max-w-page px-4 pb-16 md:px-6 md:pb-24">
      <div className="flex flex-wrap items-baseline justify-between gap-x-12 gap-y-3">
        <h2 id="steps-title" className="text-title">
          {content.title}
        </h2>
        <p className="text-muted">{content.intro}</p>
      </div>
      <ol className="mt-8 grid overflow-hidden rounded-panel border border-control bg-surface lg:grid-cols-5">
        {content.items.map(({ title, description }, pass) => (
          <Reveal
            as="li"
            key={title}
            motion="fade"
            step={pass}
            className="grid gap-x-6 gap-y-5 border-line p-5 not-first:border-t sm:grid-cols-[12rem_1fr] sm:items-center md:px-6 lg:grid-cols-1 lg:content-start lg:p-5 lg:not-first:border-t-0 lg:not-first:border-l"
          >
            <StepField pass={pass} />
            <div>
              <p
                aria-hidden="true"
                className="font-display text-title leading-none font-semibold text-teal tabular"
              >
                {pass + 1}
              </p>
              <h3 className="mt-3 text-heading lg:min-h-[2lh] lg:text-xl">{title}</h3>
              <p className="mt-2 text-muted">{description}</p>
            </div>
          </Reveal>
        ))}
      </ol>
    </section>
  );
}
