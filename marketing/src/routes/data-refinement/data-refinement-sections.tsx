import { buttonClass } from '@corvane/shared/ui/button';
import { DATA_REFINEMENT } from '../../content/data-refinement/data-refinement.ts';
import { SignalMatrix } from '../../figures/signal-matrix.tsx';
import { StepField } from '../../figures/step-field.tsx';
import { PageLink } from '../../page-link.tsx';
import { Reveal } from '../../reveal.tsx';
import { SampleSection } from '../../sections/sample-figure.tsx';
import { Breadcrumb } from '../../sections/shared-sections.tsx';
import type { Sections } from '../../static-sections/static-section.tsx';

const { name, title, intro, sample, steps, inMarket, personas, closing } = DATA_REFINEMENT;

export default {
  intro: () => (
    <div className="mx-auto max-w-page px-4 pt-12 pb-16 md:px-6 md:pt-16 md:pb-20">
      <Breadcrumb name={name} />
      <h1 className="mt-2 max-w-[16em] text-display">{title}</h1>
      <p className="mt-6 max-w-measure text-lead text-muted">{intro}</p>
    </div>
  ),
  sample: () => <SampleSection content={sample} />,
  steps: StepsSection,
  panels: FeaturePanels,
  closing: () => (
    <>
      <h2 id="closing-title" className="text-title">
        {closing.title}
      </h2>
      <p className="mt-3 max-w-measure text-lead text-muted">{closing.description}</p>
    </>
  ),
} satisfies Sections;

/** The same field of data after each of five passes, each time with fewer dots. */
function StepsSection() {
  return (
    <section aria-labelledby="steps-title" className="mx-auto max-w-page px-4 pb-16 md:px-6 md:pb-24">
      <div className="flex flex-wrap items-baseline justify-between gap-x-12 gap-y-3">
        <h2 id="steps-title" className="text-title">
          {steps.title}
        </h2>
        <p className="text-muted">{steps.intro}</p>
      </div>
      <ol className="mt-8 grid overflow-hidden rounded-panel border border-control bg-surface lg:grid-cols-5">
        {steps.items.map(({ title, description }, pass) => (
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
                className="font-display text-title leading-none font-medium text-teal tabular"
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

/** The two most important passes in more detail: one with a drawing, one with its four capabilities. */
function FeaturePanels() {
  return (
    <div className="bg-sunken">
      <div className="mx-auto grid max-w-page gap-8 px-4 py-16 md:px-6 md:py-24 lg:grid-cols-2">
        <section
          aria-labelledby="in-market-title"
          className="ground-ink flex flex-col rounded-panel p-6 md:p-10"
        >
          <h2 id="in-market-title" className="text-subtitle">
            {inMarket.title}
          </h2>
          <p className="mt-4 text-muted">{inMarket.description}</p>
          <figure className="my-8">
            <SignalMatrix />
            <div aria-hidden="true" className="mt-3 ruler opacity-60" />
            <figcaption className="pt-2 text-sm text-muted">{inMarket.caption}</figcaption>
          </figure>
          <PageLink action={inMarket.action} className={buttonClass('solid', 'mt-auto self-start')} />
        </section>
        <section
          aria-labelledby="personas-title"
          className="rounded-panel border border-control bg-surface p-6 md:p-10"
        >
          <h2 id="personas-title" className="text-subtitle">
            {personas.title}
          </h2>
          <p className="mt-4 text-muted">{personas.description}</p>
          <ul className="mt-8">
            {personas.capabilities.map(({ title, description }) => (
              <li key={title} className="border-t border-line py-5">
                <h3 className="text-heading">{title}</h3>
                <p className="mt-1 text-muted">{description}</p>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </div>
  );
}
