import type { ComponentProps } from 'react';
import { AUDIENCE_CREATION } from '../../content/services/audience-creation.ts';
import { CONTACT_ENHANCEMENT } from '../../content/services/contact-enhancement.ts';
import { CUSTOM_MODEL } from '../../content/services/custom-model.ts';
import { PIXEL_PACKAGE, SUPER_PIXEL_UPGRADE } from '../../content/services/pixel-package.ts';
import type { ServiceContent } from '../../content/services/service-schema.ts';
import { SUPER_PIXEL } from '../../content/services/super-pixel.ts';
import { ServiceFigure } from '../../figures/service-figure.tsx';
import { ClaimsBand } from '../../sections/claims-band.tsx';
import { ClosingSection } from '../../sections/closing-section.tsx';
import { PointColumns, PointGrid, PointLedger, PointTable } from '../../sections/service/point-sections.tsx';
import { ServiceHero } from '../../sections/service/service-hero.tsx';
import { UpgradeBox } from '../../sections/service/upgrade-box.tsx';
import type { Sections } from '../../static-sections/sections-context.ts';

const SHAPES = { columns: PointColumns, grid: PointGrid, ledger: PointLedger, table: PointTable };

interface Points {
  part: 'capabilities' | 'benefits' | 'useCases';
  as: keyof typeof SHAPES;
  ground?: 'sunken';
  numbered?: boolean;
}

interface ServicePage {
  content: ServiceContent;
  hero: Pick<ComponentProps<typeof ServiceHero>, 'layout' | 'ground'>;
  /** Between hero and closing, in order. Neighbors differ. */
  parts: readonly (Points | 'claims' | 'claims on paper' | 'upgrade')[];
}

/** The pages of the services, by the last part of their address, which also names their drawing. */
const SERVICE_PAGES: Readonly<Record<string, ServicePage>> = {
  'audience-creation': {
    content: AUDIENCE_CREATION,
    hero: { layout: 'beside' },
    parts: [
      { part: 'capabilities', as: 'ledger', ground: 'sunken' },
      'claims',
      { part: 'benefits', as: 'columns' },
      { part: 'useCases', as: 'ledger', ground: 'sunken' },
    ],
  },
  'pixel-package': {
    content: PIXEL_PACKAGE,
    hero: { layout: 'below' },
    parts: [
      { part: 'capabilities', as: 'grid', ground: 'sunken' },
      { part: 'benefits', as: 'columns' },
      'upgrade',
      { part: 'useCases', as: 'table' },
      'claims',
    ],
  },
  'super-pixel': {
    content: SUPER_PIXEL,
    hero: { layout: 'beside', ground: 'ink' },
    parts: [
      'claims on paper',
      { part: 'capabilities', as: 'grid', ground: 'sunken' },
      { part: 'useCases', as: 'table' },
      { part: 'benefits', as: 'ledger', ground: 'sunken' },
    ],
  },
  'contact-enhancement': {
    content: CONTACT_ENHANCEMENT,
    hero: { layout: 'beside', ground: 'sunken' },
    parts: [
      { part: 'capabilities', as: 'ledger', numbered: true },
      'claims',
      { part: 'useCases', as: 'columns' },
      { part: 'benefits', as: 'grid', ground: 'sunken' },
    ],
  },
  'custom-model': {
    content: CUSTOM_MODEL,
    hero: { layout: 'below' },
    parts: [
      { part: 'benefits', as: 'table', ground: 'sunken' },
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
    hero: () => <ServiceHero content={content.hero} {...hero} figure={<ServiceFigure slug={slug} />} />,
    ...Object.fromEntries(parts.map((part) => sectionOf(part, content))),
    closing: () => <ClosingSection content={content.closing} />,
  };
}

function sectionOf(
  part: ServicePage['parts'][number],
  content: ServiceContent,
): [name: string, section: Sections[string]] {
  if (part === 'upgrade') return [part, () => <UpgradeBox content={SUPER_PIXEL_UPGRADE} />];
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
