import { buttonClass } from '@corvane/shared/ui/button';
import type { RefinementPageContent } from '../../content/data-refinement/refinement-schema.ts';
import { SignalMatrix } from '../../figures/signal-matrix.tsx';
import { PageLink } from '../../page-link.tsx';

type FeaturePanelsProps = Pick<RefinementPageContent, 'inMarket' | 'personas'>;

/** The two most important passes in more detail: one with a drawing, one with its four capabilities. */
export function FeaturePanels({ inMarket, personas }: FeaturePanelsProps) {
  return (
    <div className="bg-sunken">
      <div className="mx-auto grid max-w-page gap-8 px-4 py-16 md:px-6 md:py-24 lg:grid-cols-2">
        <section
          aria-labelledby="in-market-title"
          className="ground-ink flex flex-col rounded-panel p-6 md:p-10"
        >
          <h2 id="in-market-title" className="text-title">
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
          <h2 id="personas-title" className="text-title">
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
