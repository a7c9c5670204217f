import { buttonClass } from '@corvane/shared/ui/button';
import { AUDIENCE_CREATION } from '../../content/services/audience-creation.ts';
import { CONTACT_ENHANCEMENT } from '../../content/services/contact-enhancement.ts';
import { CUSTOM_MODEL } from '../../content/services/custom-model.ts';
import { PIXEL_PACKAGE, SUPER_PIXEL_UPGRADE } from '../../content/services/pixel-package.ts';
import type { ServiceContent } from '../../content/services/service-schema.ts';
import { SUPER_PIXEL } from '../../content/services/super-pixel.ts';
import { ServiceFigure } from '../../figures/service-figure.tsx';
import { PageLink } from '../../page-link.tsx';
import { SampleSection } from '../../sections/sample-figure.tsx';
import { Breadcrumb, ClaimsBand, ClosingSection, TickedItem } from '../../sections/shared-sections.tsx';
import type { Sections } from '../../static-sections/static-section.tsx';
import { PointColumns, PointGrid, PointLedger, type PointsProps, PointTable } from './point-sections.tsx';

const SHAPES = { columns: PointColumns, grid: PointGrid, ledger: PointLedger, table: PointTable };

interface Points extends Pick<PointsProps, 'ground' | 'numbered'> {
  part: 'capabilities' | 'benefits' | 'useCases';
  as: keyof typeof SHAPES;
}

interface ServicePage {
  content: ServiceContent;
  hero: HeroLook;
  /** Between hero and closing, in order. Neighbors differ. */
  parts: readonly (Points | 'claims' | 'claims on paper' | 'upgrade')[];
}

/** The pages of the services, by the last part of their address, which also names their drawing. */
const SERVICE_PAGES: Readonly<Record<string, ServicePage>> = {
  'audience-creation': {
    content: AUDIENCE_CREATION,
    hero: { layout: 'beside' },
    parts: [
      { part: 'capabilities', as: 'ledger', ground: 'bg-sunken' },
      'claims',
      { part: 'benefits', as: 'columns' },
      { part: 'useCases', as: 'table', ground: 'bg-sunken' },
    ],
  },
  'pixel-package': {
    content: PIXEL_PACKAGE,
    hero: { layout: 'below' },
    parts: [
      { part: 'capabilities', as: 'grid', ground: 'bg-sunken' },
      { part: 'benefits', as: 'columns' },
      'upgrade',
      { part: 'useCases', as: 'table' },
      'claims',
    ],
  },
  'super-pixel': {
    content: SUPER_PIXEL,
    hero: { layout: 'beside', ground: 'ground-ink' },
    parts: [
      'claims on paper',
      { part: 'capabilities', as: 'grid', ground: 'bg-sunken' },
      { part: 'useCases', as: 'table' },
      { part: 'benefits', as: 'ledger', ground: 'bg-sunken' },
    ],
  },
  'contact-enhancement': {
    content: CONTACT_ENHANCEMENT,
    hero: { layout: 'beside', ground: 'bg-sunken' },
    parts: [
      { part: 'capabilities', as: 'ledger', numbered: true },
      'claims',
      { part: 'useCases', as: 'columns' },
      { part: 'benefits', as: 'grid', ground: 'bg-sunken' },
    ],
  },
  'custom-model': {
    content: CUSTOM_MODEL,
    hero: { layout: 'below' },
    parts: [
      { part: 'benefits', as: 'table', ground: 'bg-sunken' },
      { part: 'capabilities', as: 'ledger', numbered: true },
      'claims',
      { part: 'useCases', as: 'columns' },
    ],
  },
};

/** The sections of a service's page. @throws for a path without one, which the release tool finds */
export default function serviceSections(path: string): Sections {
  const slug = path.slice(path.lastIndexOf('/') + 1);
  const page = SERVICE_PAGES[slug];
  if (page === undefined) throw new Error(`There is no service ${slug}`);
  const { content, hero, parts } = page;
  return {
    hero: () => <ServiceHero slug={slug} content={content.hero} {...hero} />,
    sample: () => <SampleSection content={content.sample} ground={hero.ground} />,
    ...Object.fromEntries(parts.map((part) => sectionOf(part, content))),
    closing: () => <ClosingSection content={content.closing} />,
  };
}

function sectionOf(
  part: ServicePage['parts'][number],
  content: ServiceContent,
): [name: string, section: Sections[string]] {
  if (part === 'upgrade') return [part, UpgradeBox];
  if (part === 'claims' || part === 'claims on paper') {
    const { title, items } = content.claims;
    const ground = part === 'claims' ? 'ink' : 'paper';
    return ['claims', () => <ClaimsBand title={title} claims={items} ground={ground} />];
  }
  const { part: name, as, ...look } = part;
  const Shape = SHAPES[as];
  const id = name === 'useCases' ? 'use-cases' : name;
  return [id, () => <Shape content={content[name]} id={id} {...look} />];
}

interface HeroLook {
  /** Position of the drawing: beside the text, or below it across the page. */
  layout: 'beside' | 'below';
  ground?: 'ground-ink' | 'bg-sunken';
}

interface ServiceHeroProps extends HeroLook {
  slug: string;
  content: ServiceContent['hero'];
}

/** The promise of a service, its main action, and its drawing. */
function ServiceHero({ slug, content, layout, ground }: ServiceHeroProps) {
  const { name, title, description, action, caption } = content;
  const isBeside = layout === 'beside';
  return (
    <section aria-labelledby="hero-title" className={ground ?? ''}>
      <div
        className={`mx-auto grid max-w-page gap-x-16 gap-y-12 px-4 pt-12 pb-16 md:px-6 md:pt-16 md:pb-20 ${
          isBeside ? 'lg:grid-cols-12 lg:items-center' : ''
        }`}
      >
        <div className={isBeside ? 'lg:col-span-6' : ''}>
          <Breadcrumb name={name} />
          <h1 id="hero-title" className={`mt-2 text-display ${isBeside ? '' : 'max-w-[16em]'}`}>
            {title}
          </h1>
          <div className={isBeside ? '' : 'flex flex-wrap items-end justify-between gap-x-16'}>
            <p className="mt-6 max-w-measure text-lead text-muted">{description}</p>
            <PageLink
              action={action}
              className={buttonClass('signal', 'mt-8 min-h-14 w-full px-6 text-lg sm:w-auto')}
            />
          </div>
        </div>
        <figure className={isBeside ? 'lg:col-span-6' : ''}>
          <ServiceFigure slug={slug} />
          <div aria-hidden="true" className="mt-4 ruler opacity-60" />
          <figcaption className="pt-3 text-sm text-muted">{caption}</figcaption>
        </figure>
      </div>
    </section>
  );
}

/** The larger offer. The frame separates it from the smaller one. */
function UpgradeBox() {
  const { title, description, action, points } = SUPER_PIXEL_UPGRADE;
  return (
    <section aria-labelledby="upgrade-title" className="mx-auto max-w-page px-4 md:px-6">
      <div className="ground-ink overflow-hidden rounded-panel">
        <div className="grid gap-x-16 gap-y-8 p-6 md:p-12 lg:grid-cols-2">
          <div>
            <h2 id="upgrade-title" className="text-title">
              {title}
            </h2>
            <p className="mt-3 text-lead text-muted">{description}</p>
            <PageLink action={action} className={buttonClass('solid', 'mt-8 min-h-14 px-6 text-lg')} />
          </div>
          <ul className="content-center lg:grid">
            {points.map((point) => (
              <TickedItem key={point} text={point} className="first:border-t-0" />
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}
