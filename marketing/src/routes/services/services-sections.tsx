import { SERVICES_PAGE } from '../../content/services/services-page.ts';
import { ClosingSection } from '../../sections/closing-section.tsx';
import type { Sections } from '../../static-sections/sections-context.ts';
import { ServiceGroup } from './service-group.tsx';

/** Background and wider column of each group. Neighbors differ. */
const LAYOUTS = [
  { ground: 'paper', wider: 'first' },
  { ground: 'ink', wider: 'second' },
  { ground: 'sunken', wider: 'first' },
] as const;

const { name, title, intro, groups, closing } = SERVICES_PAGE;

export default {
  intro: () => (
    <div className="mx-auto max-w-page px-4 pt-12 md:px-6 md:pt-16">
      <p className="font-medium text-teal">{name}</p>
      <h1 className="mt-4 max-w-[16em] text-display">{title}</h1>
      <p className="mt-6 max-w-measure text-lead text-muted">{intro}</p>
      <div aria-hidden="true" className="mt-10 ruler opacity-70" />
    </div>
  ),
  ...Object.fromEntries(
    groups.map((group, place) => [
      group.id,
      () => <ServiceGroup content={group} {...(LAYOUTS[place] ?? LAYOUTS[0])} />,
    ]),
  ),
  closing: () => <ClosingSection content={closing} />,
} satisfies Sections;
