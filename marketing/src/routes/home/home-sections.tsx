import { buttonClass } from '@corvane/shared/ui/button';
import { ENRICHMENT } from '../../content/home.ts';
import { PageLink } from '../../page-link.tsx';
import { Reveal } from '../../reveal.tsx';
import { AddOnsSection } from '../../sections/home/add-ons-section.tsx';
import { HeroSection } from '../../sections/home/hero-section.tsx';
import { ProblemSection } from '../../sections/home/problem-section.tsx';
import { StatsSection } from '../../sections/home/stats-section.tsx';
import type { Sections } from '../../static-sections/static-section.tsx';

export default {
  hero: HeroSection,
  problem: ProblemSection,
  stats: StatsSection,
  'add-ons': AddOnsSection,
  enrichment: EnrichmentBanner,
} satisfies Sections;

/** Width of each pass's result, as a share of the first. */
const WIDTHS = [1, 0.72, 0.5, 0.32, 0.16] as const;

/** The five passes as a funnel, from all records to a usable list. */
function EnrichmentBanner() {
  return (
    <section aria-labelledby="enrichment-title" className="ground-teal">
      <div className="mx-auto max-w-page px-4 py-12 md:px-6 md:py-16">
        <h2 id="enrichment-title" className="text-title">
          {ENRICHMENT.title}
        </h2>
        <p className="mt-4 font-display text-subtitle">{ENRICHMENT.heading}</p>
        <p className="mt-2 max-w-measure text-muted">{ENRICHMENT.description}</p>
        <ol className="mt-8">
          {ENRICHMENT.steps.map((step, index) => (
            <Reveal
              as="li"
              key={step}
              className="border-t border-line py-3 lg:grid lg:grid-cols-[5fr_7fr] lg:items-center"
            >
              <span className="flex items-baseline gap-4">
                <span aria-hidden="true" className="font-display font-medium tabular">
                  {index + 1}
                </span>
                <span>{step}</span>
              </span>
              <span
                aria-hidden="true"
                className={`mt-2 block h-2 lg:mt-0 ${index === ENRICHMENT.steps.length - 1 ? 'bg-signal' : 'bg-data'}`}
                style={{ width: `${(WIDTHS[index] ?? 0) * 100}%` }}
              />
            </Reveal>
          ))}
        </ol>
        <PageLink
          action={ENRICHMENT.action}
          about={ENRICHMENT.title}
          className={buttonClass('solid', 'mt-8')}
        />
      </div>
    </section>
  );
}
