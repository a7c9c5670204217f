import { useEffect } from 'react';
import { COMPARISON_FAQ } from '../../content/comparison/comparison-faq.ts';
import { COMPARISON_TABLE } from '../../content/comparison/comparison-table.ts';
import { MarketingPage } from '../../marketing-page.tsx';
import type { PageProps } from '../../static-sections/sections-context.ts';
import { StaticSection } from '../../static-sections/static-section.tsx';
import { FaqSection } from './faq-section.tsx';
import { TableSection } from './table-section.tsx';

export default function ComparisonPage({ host, sections }: PageProps) {
  const { state } = host.location;

  // This page scrolls to its top after a link within it. After a link from another page, the host does.
  useEffect(() => {
    if (asksForTop(state)) scrollTo({ top: 0, behavior: 'instant' });
  }, [state]);

  return (
    <MarketingPage host={host} sections={sections}>
      <StaticSection name="intro" />
      <StaticSection name="apart" />
      <TableSection content={COMPARISON_TABLE} />
      <StaticSection name="add-ons" />
      <FaqSection content={COMPARISON_FAQ} />
      <StaticSection name="closing" />
    </MarketingPage>
  );
}

/** @param state what the link passed, of any shape. */
function asksForTop(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'scrollToTop' in state && state.scrollToTop === true;
}
