import type { FeaturesPageContent } from '../../content/features/features-schemas.ts';

/** Five steps along one line, vertical on a phone, horizontal on a wide screen. */
export function HowItWorksStrip({ content }: { content: FeaturesPageContent['howItWorks'] }) {
  return (
    <section aria-labelledby="how-title" className="mx-auto max-w-page px-4 py-16 md:px-6 md:py-24">
      <h2 id="how-title" className="text-title">
        {content.title}
      </h2>
      <ol className="mt-10 grid border-l-2 border-ink lg:grid-cols-5 lg:border-t-2 lg:border-l-0">
        {content.steps.map(({ title, description }, place) => (
          <li key={title} className="relative pb-8 pl-8 last:pb-0 lg:pt-8 lg:pr-6 lg:pb-0 lg:pl-0">
            <span
              aria-hidden="true"
              className={`absolute top-1 -left-[9px] size-4 rounded-full border-4 border-paper lg:-top-[9px] lg:left-0 ${
                place === content.steps.length - 1 ? 'bg-signal' : 'bg-data'
              }`}
            />
            <p
              aria-hidden="true"
              className="font-display text-title leading-none font-semibold text-teal tabular"
            >
              {place + 1}
            </p>
            <h3 className="mt-3 text-heading lg:min-h-[2lh]">{title}</h3>
            <p className="mt-1 text-muted">{description}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
