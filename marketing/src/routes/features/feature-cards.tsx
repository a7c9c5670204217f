import type { FeatureCard, FeaturesPageContent } from '../../content/features/features-schemas.ts';
import { Reveal } from '../../motion/reveal.tsx';
import { FeatureIcon } from './feature-icon.tsx';

const GROUNDS: Record<FeatureCard['color'], string> = {
  ink: 'ground-ink',
  paper: 'border border-control bg-surface',
  sunken: 'bg-sunken forced-colors:border',
  teal: 'ground-teal',
};

/** Four cards, alternately wide and narrow. */
export function FeatureCards({ content }: { content: FeaturesPageContent['features'] }) {
  return (
    <section aria-labelledby="features-title" className="mx-auto max-w-page px-4 py-16 md:px-6 md:py-24">
      <div className="lg:grid lg:grid-cols-12 lg:items-baseline">
        <h2 id="features-title" className="text-title lg:col-span-5">
          {content.title}
        </h2>
        <p className="mt-3 text-lead text-muted lg:col-span-6 lg:col-start-7">{content.intro}</p>
      </div>
      <ul className="mt-10 grid gap-4 md:grid-cols-2 lg:grid-cols-12 lg:gap-6">
        {content.cards.map(({ icon, color, title, description, detail }, place) => (
          <Reveal
            as="li"
            key={icon}
            className={`flex flex-col rounded-panel p-6 md:p-8 ${GROUNDS[color]} ${
              place % 3 === 0 ? 'lg:col-span-7' : 'lg:col-span-5'
            }`}
          >
            <FeatureIcon name={icon} />
            <h3 className="mt-8 text-heading">{title}</h3>
            <p className="mt-2 mb-6 max-w-[34rem] text-muted">{description}</p>
            <p className="mt-auto border-t border-line pt-4 font-semibold text-teal">{detail}</p>
          </Reveal>
        ))}
      </ul>
    </section>
  );
}
