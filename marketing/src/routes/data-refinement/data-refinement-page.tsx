import type { RemotePageProps } from '@corvane/shared/contracts/remote/remote';
import { DATA_REFINEMENT } from '../../content/data-refinement.ts';
import { MarketingPage } from '../../marketing-page.tsx';
import { Breadcrumb } from '../../sections/breadcrumb.tsx';
import { ContactDialogButton } from '../../sections/contact/contact-dialog-button.tsx';
import { FeaturePanels } from './feature-panels.tsx';
import { StepsSection } from './steps-section.tsx';

export default function DataRefinementPage({ host }: RemotePageProps) {
  const { name, title, intro, steps, inMarket, personas, closing, dialog } = DATA_REFINEMENT;
  return (
    <MarketingPage host={host}>
      <div className="mx-auto max-w-page px-4 pt-12 pb-16 md:px-6 md:pt-16 md:pb-20">
        <Breadcrumb name={name} />
        <h1 className="mt-2 max-w-[16em] text-display">{title}</h1>
        <p className="mt-6 max-w-measure text-lead text-muted">{intro}</p>
      </div>
      <StepsSection content={steps} />
      <FeaturePanels inMarket={inMarket} personas={personas} />
      <section
        aria-labelledby="closing-title"
        className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-x-12 gap-y-8 px-4 py-16 md:px-6 md:py-24"
      >
        <div>
          <h2 id="closing-title" className="text-title">
            {closing.title}
          </h2>
          <p className="mt-3 max-w-measure text-lead text-muted">{closing.description}</p>
        </div>
        <div>
          <ContactDialogButton content={dialog} variant="signal" />
        </div>
      </section>
    </MarketingPage>
  );
}
