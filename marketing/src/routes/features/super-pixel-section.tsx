import { buttonClass } from '@corvane/shared/ui/button';
import type { FeaturesPageContent } from '../../content/features/features-schemas.ts';
import { IdentityGraph } from '../../figures/identity-graph.tsx';
import { PageLink } from '../../page-link.tsx';
import { TickedItem } from '../../sections/ticked-item.tsx';

/** The problem, the solution, the three ways of matching, and the differences to standard pixels. */
export function SuperPixelSection({ content }: { content: FeaturesPageContent['superPixel'] }) {
  const { title, problem, solution, approach, differentiators, action } = content;
  return (
    <section aria-labelledby="super-pixel-title" className="ground-ink">
      <div className="mx-auto max-w-page px-4 py-16 md:px-6 md:py-24">
        <div className="grid gap-x-16 gap-y-12 lg:grid-cols-2 lg:items-center">
          <div>
            <h2 id="super-pixel-title" className="text-title">
              {title}
            </h2>
            {[problem, solution].map((part) => (
              <div key={part.title} className="mt-8 border-l border-control pl-6">
                <h3 className="text-base font-semibold text-teal">{part.title}</h3>
                <p className="mt-1 text-lead">{part.description}</p>
              </div>
            ))}
          </div>
          <IdentityGraph />
        </div>
        <div aria-hidden="true" className="mt-12 ruler opacity-60" />
        <h3 className="mt-10 text-heading">{approach.title}</h3>
        <ul className="mt-5 grid gap-px overflow-hidden rounded-panel border border-line bg-line md:grid-cols-3">
          {approach.cards.map((card) => (
            <li key={card.title} className="bg-surface p-6">
              <h4 className="font-display text-lg font-semibold">{card.title}</h4>
              <p className="mt-2 text-muted">{card.description}</p>
            </li>
          ))}
        </ul>
        <h3 className="mt-12 text-heading">{differentiators.title}</h3>
        <ul className="mt-4 grid gap-x-12 md:grid-cols-2">
          {differentiators.items.map((item) => (
            <TickedItem key={item} text={item} />
          ))}
        </ul>
        <PageLink action={action} className={buttonClass('solid', 'mt-8 min-h-14 px-6 text-lg')} />
      </div>
    </section>
  );
}
