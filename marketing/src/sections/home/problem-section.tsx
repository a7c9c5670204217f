import type { ProblemContent } from '../../content/content-schemas.ts';
import { Reveal } from '../../motion/reveal.tsx';
import { ProblemFigure } from './problem-figure.tsx';

/** Today's problems as a vertical list, each with its picture. */
export function ProblemSection({ content }: { content: ProblemContent }) {
  return (
    <section aria-labelledby="problem-title" className="bg-sunken">
      <div className="mx-auto grid max-w-page gap-10 px-4 py-16 md:px-6 md:py-24 lg:grid-cols-12">
        <div className="lg:col-span-4">
          <div className="lg:sticky lg:top-28">
            <h2 id="problem-title" className="text-title">
              {content.title}
            </h2>
            <p className="mt-4 max-w-measure text-lead text-muted">{content.intro}</p>
          </div>
        </div>
        <ul className="lg:col-span-7 lg:col-start-6">
          {content.points.map(({ figure, title, description }) => (
            <Reveal
              as="li"
              key={figure}
              className="grid gap-x-10 gap-y-6 border-t border-control py-8 first:border-t-2 first:border-ink sm:grid-cols-[10rem_1fr]"
            >
              <ProblemFigure name={figure} />
              <div>
                <h3 className="text-heading">{title}</h3>
                <p className="mt-2 max-w-[34rem] text-muted">{description}</p>
              </div>
            </Reveal>
          ))}
        </ul>
      </div>
    </section>
  );
}
