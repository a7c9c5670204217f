import { DATA_REFINEMENT } from '../../content/data-refinement/data-refinement.ts';
import { Breadcrumb } from '../../sections/breadcrumb.tsx';
import type { Sections } from '../../static-sections/sections-context.ts';
import { FeaturePanels } from './feature-panels.tsx';
import { StepsSection } from './steps-section.tsx';

const { name, title, intro, steps, inMarket, personas, closing } = DATA_REFINEMENT;

export default {
  intro: () => (
    <div className="mx-auto max-w-page px-4 pt-12 pb-16 md:px-6 md:pt-16 md:pb-20">
      <Breadcrumb name={name} />
      <h1 className="mt-2 max-w-[16em] text-display">{title}</h1>
      <p className="mt-6 max-w-measure text-lead text-muted">{intro}</p>
    </div>
  ),
  steps: () => <StepsSection content={steps} />,
  panels: () => <FeaturePanels inMarket={inMarket} personas={personas} />,
  closing: () => (
    <>
      <h2 id="closing-title" className="text-title">
        {closing.title}
      </h2>
      <p className="mt-3 max-w-measure text-lead text-muted">{closing.description}</p>
    </>
  ),
} satisfies Sections;
