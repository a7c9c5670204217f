import { COMPARISON_PAGE } from '../../content/comparison/comparison-page.ts';
import { ClosingSection } from '../../sections/closing-section.tsx';
import type { Sections } from '../../static-sections/sections-context.ts';
import { ApartSection } from './apart-section.tsx';
import { ExtrasLists } from './extras-lists.tsx';

const { title, intro, apart, addOns, closing } = COMPARISON_PAGE;

export default {
  intro: () => (
    <div className="mx-auto max-w-page px-4 pt-12 pb-12 md:px-6 md:pt-16 md:pb-16">
      <h1 className="text-display">{title}</h1>
      <p className="mt-4 max-w-measure text-lead text-muted">{intro}</p>
    </div>
  ),
  apart: () => <ApartSection content={apart} />,
  'add-ons': () => <ExtrasLists content={addOns} />,
  closing: () => <ClosingSection content={closing} />,
} satisfies Sections;
