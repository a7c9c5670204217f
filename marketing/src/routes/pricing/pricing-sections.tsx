import { PRICING_PAGE } from '../../content/pricing-page.ts';
import { ClosingSection } from '../../sections/closing-section.tsx';
import type { Sections } from '../../static-sections/sections-context.ts';
import { ExtrasSection } from './extras-section.tsx';

const { title, subtitle, extras, terms, closing } = PRICING_PAGE;

export default {
  intro: () => (
    <div className="mx-auto max-w-page px-4 pt-12 md:px-6 md:pt-16">
      <h1 className="text-display">{title}</h1>
      <p className="mt-4 text-lead text-muted">{subtitle}</p>
      <div aria-hidden="true" className="mt-10 ruler opacity-70" />
    </div>
  ),
  extras: () => <ExtrasSection extras={extras} terms={terms} />,
  closing: () => <ClosingSection content={closing} />,
} satisfies Sections;
