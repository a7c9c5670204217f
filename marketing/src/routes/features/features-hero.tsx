import { buttonClass } from '@corvane/shared/ui/button';
import type { FeaturesPageContent } from '../../content/features/features-schemas.ts';
import { PageLink } from '../../page-link.tsx';

/** The promise on the left and the evidence on the right, as on a scale. */
export function FeaturesHero({ content }: { content: FeaturesPageContent['hero'] }) {
  return (
    <section aria-labelledby="hero-title" className="ground-teal">
      <div className="mx-auto grid max-w-page gap-x-16 gap-y-12 px-4 pt-12 pb-16 md:px-6 md:pt-20 md:pb-24 lg:grid-cols-12 lg:items-end">
        <div className="lg:col-span-8">
          <p className="font-medium text-teal">{content.subtitle}</p>
          <h1
            id="hero-title"
            className="mt-4 text-[clamp(2.75rem,1.4rem+5.2vw,6rem)] leading-[0.98] tracking-[-0.03em]"
          >
            {content.title}
          </h1>
          <p className="mt-6 max-w-measure text-lead text-muted">{content.description}</p>
          <PageLink
            action={content.action}
            className={buttonClass('signal', 'mt-8 min-h-14 w-full px-6 text-lg sm:w-auto')}
          />
        </div>
        <ul className="border-l border-control lg:col-span-4">
          {content.claims.map(({ written, label }) => (
            <li key={label} className="relative py-5 pl-8">
              <span aria-hidden="true" className="absolute top-11 left-0 h-px w-5 bg-control" />
              <span className="block font-display text-figure font-semibold tabular">{written}</span>
              <span className="mt-1 block text-muted">{label}</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
