import type { ReactNode } from 'react';
import type { ProblemContent } from '../../content/content-schemas.ts';
import { PROBLEM } from '../../content/problem.ts';
import { dotPath, gridOf, scatter } from '../../figures/dot-path.ts';
import { Reveal } from '../../reveal.tsx';

/** Today's problems as a vertical list, each with its picture. */
export function ProblemSection() {
  return (
    <section aria-labelledby="problem-title" className="bg-sunken">
      <div className="mx-auto grid max-w-page gap-x-10 gap-y-8 px-4 py-12 md:px-6 md:py-24 lg:grid-cols-12">
        <div className="lg:col-span-4">
          <div className="lg:sticky lg:top-28">
            <h2 id="problem-title" className="text-title">
              {PROBLEM.title}
            </h2>
            <p className="mt-4 max-w-measure text-lead text-muted">{PROBLEM.intro}</p>
          </div>
        </div>
        <ul className="lg:col-span-7 lg:col-start-6">
          {PROBLEM.points.map(({ figure, title, description }) => (
            <Reveal
              as="li"
              key={figure}
              className="grid grid-cols-[5rem_1fr] gap-x-5 border-t border-control py-6 first:border-t-2 first:border-ink sm:grid-cols-[10rem_1fr] sm:gap-x-10 sm:py-8"
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

type FigureName = ProblemContent['points'][number]['figure'];

const CELLS = gridOf(40, 8, 20);
const IS_WRONG = (index: number) => scatter(index + 3) < 0.35;
const RIGHT = dotPath(CELLS.filter((_, index) => !IS_WRONG(index)));
const WRONG = CELLS.filter((_, index) => IS_WRONG(index))
  .map(({ x, y }) => `M${x - 4} ${y - 4}l8 8m0-8l-8 8`)
  .join('');

const FIGURES: Record<FigureName, ReactNode> = {
  // Records, a third of them wrong.
  inaccurate: (
    <g transform="translate(10 10)">
      <path d={RIGHT} className="stroke-data" strokeWidth="9" />
      <path d={WRONG} className="stroke-danger" strokeWidth="2" />
    </g>
  ),
  // One line is known, the rest are guesses.
  surface: (
    <>
      <path d="M4 12h108" className="stroke-data" strokeWidth="8" />
      <path
        d="M4 36h148M4 56h132M4 76h148M4 96h92"
        className="stroke-control"
        strokeWidth="2"
        strokeDasharray="1 7"
      />
    </>
  ),
  // A rising line that widens into a range.
  uncertain: (
    <>
      <path d="M60 62 156 2v96Z" className="fill-line" />
      <path d="M4 84 32 72 60 62" className="stroke-data" strokeWidth="4" strokeLinejoin="round" />
      <path d="M60 62 156 2M60 62l96 36" className="stroke-control" strokeWidth="1.5" />
      <path d="M70 60l84-12" className="stroke-control" strokeWidth="2" strokeDasharray="1 7" />
    </>
  ),
};

/** A small drawing of a problem in the data. The text beside it says the same. */
function ProblemFigure({ name }: { name: FigureName }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 160 104"
      className="w-full max-w-40"
      fill="none"
      strokeLinecap="round"
    >
      {FIGURES[name]}
    </svg>
  );
}
