import { LEGAL_NOTICE } from '../../content/legal/legal-notice.ts';
import { MarketingPage } from '../../marketing-page.tsx';
import type { PageProps } from '../../static-sections/sections-context.ts';
import { StaticSection } from '../../static-sections/static-section.tsx';
import { TodaysDate } from './todays-date.tsx';

/** A legal text: its title and notice, today's date, its table of contents, and the text in a readable line length. */
export default function LegalPage({ host, sections }: PageProps) {
  return (
    <MarketingPage host={host} sections={sections}>
      <div className="mx-auto max-w-page px-4 pt-12 pb-16 md:px-6 md:pt-20 md:pb-24">
        <StaticSection name="title" />
        <div className="mt-8 grid gap-x-10 gap-y-2 border-y-2 border-ink py-5 md:grid-cols-[1fr_auto]">
          <StaticSection name="notice" />
          <p className="text-muted tabular md:min-w-56 md:text-right">
            {LEGAL_NOTICE.lastUpdated} <TodaysDate />
          </p>
        </div>
        <StaticSection name="text" />
      </div>
    </MarketingPage>
  );
}
