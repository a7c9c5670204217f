import type { Milestone } from '../../content/about/about-schemas.ts';

interface TimelineProps {
  milestones: readonly Milestone[];
}

/** The years to scale on one rule: their distance on the screen matches their distance in time. */
export function Timeline({ milestones }: TimelineProps) {
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
            <p className="font-display text-figure font-semibold tabular">
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
