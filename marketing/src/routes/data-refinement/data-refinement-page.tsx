import { buttonClass } from '@corvane/shared/ui/button';
import { DATA_REFINEMENT_DIALOG } from '../../content/data-refinement/data-refinement-dialog.ts';
import { MarketingPage } from '../../marketing-page.tsx';
import { ContactDialogLink } from '../../sections/contact/contact-dialog-link.tsx';
import { type PageProps, StaticSection } from '../../static-sections/static-section.tsx';

const { action, source, tier } = DATA_REFINEMENT_DIALOG;

export default function DataRefinementPage({ host, sections }: PageProps) {
  return (
    <MarketingPage host={host} sections={sections}>
      <StaticSection name="intro" />
      <StaticSection name="sample" />
      <StaticSection name="steps" />
      <StaticSection name="panels" />
      <section
        aria-labelledby="closing-title"
        className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-x-12 gap-y-8 px-4 py-16 md:px-6 md:py-24"
      >
        <StaticSection name="closing" />
        <div>
          <ContactDialogLink
            label={action}
            source={source}
            tier={tier}
            className={buttonClass('signal', 'min-h-14 px-6 text-lg')}
          />
        </div>
      </section>
    </MarketingPage>
  );
}
