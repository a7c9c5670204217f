import type { ServicesPageContent } from '../../content/services/service-schema.ts';
import { SERVICES_PAGE } from '../../content/services/services-page.ts';
import { ServiceFigure } from '../../figures/service-figure.tsx';
import { PageLink } from '../../page-link.tsx';
import { Reveal } from '../../reveal.tsx';
import { ClaimLabel, FiguresNote } from '../../sections/claim-words.tsx';
import { ClosingSection } from '../../sections/shared-sections.tsx';
import type { Sections } from '../../static-sections/static-section.tsx';

/** Background of each group, that of its drawings, and which of the two services has the wider column. Neighbors differ. */
const LAYOUTS = [
  { ground: '', frame: 'bg-sunken', columns: 'lg:grid-cols-[7fr_5fr]' },
  { ground: 'ground-ink', frame: 'bg-surface', columns: 'lg:grid-cols-[5fr_7fr]' },
  { ground: 'bg-sunken', frame: 'bg-surface', columns: 'lg:grid-cols-[7fr_5fr]' },
] as const;

const { name, title, intro, groups, closing } = SERVICES_PAGE;

export default {
  intro: () => (
    <div className="mx-auto max-w-page px-4 pt-12 md:px-6 md:pt-16">
      <p className="font-medium text-teal">{name}</p>
      <h1 className="mt-4 max-w-[16em] text-display">{title}</h1>
      <p className="mt-6 max-w-measure text-lead text-muted">{intro}</p>
      <FiguresNote className="mt-4 text-muted" />
      <div aria-hidden="true" className="mt-10 ruler opacity-70" />
    </div>
  ),
  ...Object.fromEntries(
    groups.map((group, place) => [group.id, () => <ServiceGroup content={group} place={place} />]),
  ),
  closing: () => <ClosingSection content={closing} />,
} satisfies Sections;

/** Two services with one purpose, each with its drawing, its figure and a link to its page. */
function ServiceGroup({ content, place }: { content: ServicesPageContent['groups'][number]; place: number }) {
  const { ground, frame, columns } = LAYOUTS[place] ?? LAYOUTS[0];
  const { id, title, description, services } = content;
  return (
    <section aria-labelledby={`${id}-title`} className={ground}>
      <div className="mx-auto max-w-page px-4 py-16 md:px-6 md:py-24">
        <div className="lg:grid lg:grid-cols-12 lg:items-baseline">
          <h2 id={`${id}-title`} className="text-title lg:col-span-6">
            {title}
          </h2>
          <p className="mt-3 text-lead text-muted lg:col-span-5 lg:col-start-8">{description}</p>
        </div>
        <ul className={`mt-10 grid gap-x-12 gap-y-16 ${columns}`}>
          {services.map((service) => (
            <Reveal as="li" key={service.slug} className="lg:row-span-2 lg:grid lg:grid-rows-subgrid">
              <div className={`grid content-center rounded-panel border border-line p-6 md:p-8 ${frame}`}>
                <ServiceFigure slug={service.slug} />
              </div>
              <div className="mt-6 lg:-mt-8">
                <p className="font-medium text-teal">{service.name}</p>
                <h3 className="mt-2 text-heading">{service.title}</h3>
                <p className="mt-3 max-w-measure text-muted">{service.description}</p>
                <p className="mt-5 flex flex-wrap items-baseline gap-x-3 border-t border-control pt-4">
                  <span className="font-display text-title leading-none font-medium tabular">
                    {service.claim.written}
                  </span>
                  <span className="text-muted">
                    <ClaimLabel {...service.claim} />
                  </span>
                </p>
                <PageLink
                  action={service.action}
                  about={service.name}
                  className="mt-3 inline-flex min-h-11 items-center text-link"
                />
              </div>
            </Reveal>
          ))}
        </ul>
      </div>
    </section>
  );
}
