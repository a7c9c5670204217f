import { ABOUT_PAGE } from '../../content/about-page.ts';
import { dotPath, gridOf } from '../../figures/dot-path.ts';
import { Reveal } from '../../reveal.tsx';
import { ClaimLabel } from '../../sections/claim-words.tsx';
import { ClaimsBand, ClosingSection } from '../../sections/shared-sections.tsx';
import type { Sections } from '../../static-sections/static-section.tsx';

const { title, intro, caption, timeline, principles, reach, figures, closing } = ABOUT_PAGE;

export default {
  intro: () => (
    <div className="mx-auto max-w-page px-4 pt-12 md:px-6 md:pt-20">
      <h1 className="max-w-[16em] text-display">{title}</h1>
      <p className="mt-6 max-w-measure text-lead text-muted lg:ml-auto">{intro}</p>
      <figure className="mt-10 md:mt-14">
        <TenOfAThousand />
        <div aria-hidden="true" className="mt-4 ruler opacity-60" />
        <figcaption className="pt-3 text-sm text-muted">{caption}</figcaption>
      </figure>
    </div>
  ),
  timeline: () => (
    <section aria-labelledby="timeline-title" className="mx-auto max-w-page px-4 py-16 md:px-6 md:py-24">
      <h2 id="timeline-title" className="mb-10 text-title">
        {timeline.title}
      </h2>
      <Timeline />
    </section>
  ),
  principles: Principles,
  claims: () => <ClaimsBand title={reach.title} claims={reach.claims} />,
  figures: AllFigures,
  closing: () => <ClosingSection content={closing} />,
} satisfies Sections;

const THOUSAND = 1000;
const TEN = 10;
const PITCH = 12;

/** Ten positions spread over the whole field: one in each hundred, by the golden ratio. */
const RIGHT = new Set(
  Array.from({ length: TEN }, (_, band) => {
    const share = (0.2 + band * 0.618) % 1;
    return Math.floor((band + share) * (THOUSAND / TEN));
  }),
);

/** The same thousand names for wide and narrow screens. Neither is cut from the other. */
const FIELDS = [
  { columns: 100, className: 'hidden md:block' },
  { columns: 40, className: 'md:hidden' },
].map(({ columns, className }) => {
  const names = gridOf(THOUSAND, columns, PITCH).map(({ x, y }) => ({ x: x + PITCH / 2, y: y + PITCH / 2 }));
  return {
    className,
    width: columns * PITCH,
    height: (THOUSAND / columns) * PITCH,
    others: dotPath(names.filter((_, index) => !RIGHT.has(index))),
    right: dotPath(names.filter((_, index) => RIGHT.has(index))),
  };
});

/** A thousand names, ten of them marked. The heading says the same in words. */
function TenOfAThousand() {
  return FIELDS.map(({ className, width, height, others, right }) => (
    <svg
      key={className}
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      className={`w-full ${className}`}
      fill="none"
      strokeLinecap="round"
    >
      <path d={others} className="stroke-faint" strokeWidth="4" />
      <path d={right} className="stroke-signal" strokeWidth="11" />
    </svg>
  ));
}

/** The years to scale on one rule: their distance on the screen matches their distance in time. */
function Timeline() {
  const { milestones } = timeline;
  const first = milestones[0]?.year ?? 0;
  const years = (milestones.at(-1)?.year ?? first) - first;
  return (
    <div className="relative">
      <div aria-hidden="true" className="relative hidden h-8 border-t-2 border-ink lg:block">
        {Array.from({ length: years + 1 }, (_, year) => first + year).map((year) => (
          <span
            key={year}
            className="absolute top-0 h-4 w-px bg-control"
            style={{ left: `${((year - first) / years) * 50}%` }}
          />
        ))}
        {milestones.map(({ year }) => (
          <span
            key={year}
            className="absolute -top-[9px] size-4 -translate-x-1/2 rounded-full border-4 border-paper bg-signal first-of-type:translate-x-0"
            style={{ left: `${((year - first) / years) * 50}%` }}
          />
        ))}
      </div>
      <ol className="grid gap-y-10 border-l-2 border-ink pl-6 lg:grid-cols-2 lg:border-l-0 lg:pl-0">
        {milestones.map(({ year, title, description }) => (
          <li key={year} className="relative lg:pr-16">
            <span
              aria-hidden="true"
              className="absolute top-6 -left-[33px] size-4 rounded-full border-4 border-paper bg-signal lg:hidden"
            />
            <p className="font-display text-figure tabular">
              <time dateTime={String(year)}>{year}</time>
            </p>
            <h3 className="mt-3 text-heading">{title}</h3>
            <p className="mt-2 max-w-[34rem] text-muted">{description}</p>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Our commitments. */
function Principles() {
  return (
    <section aria-labelledby="principles-title" className="bg-sunken">
      <div className="mx-auto max-w-page px-4 py-16 md:px-6 md:py-24">
        <h2 id="principles-title" className="text-subtitle">
          {principles.title}
        </h2>
        <ol className="mt-10 grid gap-x-16 sm:grid-cols-2">
          {principles.items.map(({ title, description }, place) => (
            <Reveal as="li" key={title} className="grid grid-cols-[2.5rem_1fr] border-t border-control py-6">
              <span aria-hidden="true" className="font-display text-heading text-teal tabular">
                {place + 1}
              </span>
              <div>
                <h3 className="text-heading">{title}</h3>
                <p className="mt-2 text-muted">{description}</p>
              </div>
            </Reveal>
          ))}
        </ol>
      </div>
    </section>
  );
}

/** Every figure that a page shows, and what it counts. Other pages link here. */
function AllFigures() {
  return (
    <section aria-labelledby="figures-title" className="mx-auto max-w-page px-4 py-12 md:px-6 md:py-16">
      <h2 id="figures-title" className="text-heading">
        {figures.title}
      </h2>
      <p className="mt-2 text-muted">{figures.note}</p>
      <dl className="mt-8 grid gap-x-16 sm:grid-cols-2 lg:grid-cols-3">
        {figures.claims.map((claim) => (
          <div key={claim.written + claim.label} className="border-t border-line py-2">
            <dt className="font-display text-lg font-medium tabular">{claim.written}</dt>
            <dd>
              <ClaimLabel {...claim} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
