import type { RemotePageProps } from '@corvane/shared/contracts/remote/remote';
import { useEffect } from 'react';
import { COMPARISON_PAGE } from '../../content/comparison-page.ts';
import { MarketingPage } from '../../marketing-page.tsx';
import { ClosingSection } from '../../sections/closing-section.tsx';
import { ApartSection } from './apart-section.tsx';
import { ExtrasLists } from './extras-lists.tsx';
import { FaqSection } from './faq-section.tsx';
import { TableSection } from './table-section.tsx';

export default function ComparisonPage({ host }: RemotePageProps) {
  const { title, intro, apart, table, addOns, faq, closing } = COMPARISON_PAGE;
  const { state } = host.location;

  // This page scrolls to its top after a link within it. After a link from another page, the host does.
  useEffect(() => {
    if (asksForTop(state)) scrollTo({ top: 0, behavior: 'instant' });
  }, [state]);

  return (
    <MarketingPage host={host}>
      <div className="mx-auto max-w-page px-4 pt-12 pb-12 md:px-6 md:pt-16 md:pb-16">
        <h1 className="text-display">{title}</h1>
        <p className="mt-4 max-w-measure text-lead text-muted">{intro}</p>
      </div>
      <ApartSection content={apart} />
      <TableSection content={table} />
      <ExtrasLists content={addOns} />
      <FaqSection content={faq} />
      <ClosingSection content={closing} />
    </MarketingPage>
  );
}

/** @param state what the link passed, of any shape. */
function asksForTop(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'scrollToTop' in state && state.scrollToTop === true;
}
