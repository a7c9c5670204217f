import { useEffect } from 'react';
import { COMPARISON_FAQ } from '../../content/comparison/comparison-controls.ts';
import { useHost } from '../../host-context.tsx';
import { MarketingPage } from '../../marketing-page.tsx';
import { PageLink } from '../../page-link.tsx';
import { Accordion } from '../../sections/accordion.tsx';
import { type PageProps, StaticSection } from '../../static-sections/static-section.tsx';
import { TableSection } from './comparison-table.tsx';

export default function ComparisonPage({ host, sections }: PageProps) {
  const { state, hash } = host.location;

  // This page scrolls to its top after a link within it. After a link from another page, the host does.
  useEffect(() => {
    if (asksForTop(state)) scrollTo({ top: 0, behavior: 'instant' });
  }, [state]);

  // The host scrolls to the top of each new page, and focuses its start. A link to the table leads there.
  useEffect(() => {
    if (hash !== '#table-title') return;
    requestAnimationFrame(() => {
      const heading = document.getElementById('table-title');
      heading?.scrollIntoView({ behavior: 'instant' });
      heading?.focus();
    });
  }, [hash]);

  return (
    <MarketingPage host={host} sections={sections}>
      <StaticSection name="intro" />
      <StaticSection name="apart" />
      <TableSection />
      <StaticSection name="add-ons" />
      <FaqSection />
      <StaticSection name="closing" />
    </MarketingPage>
  );
}

/** @param state what the link passed, of any shape. */
function asksForTop(state: unknown): boolean {
  return (state as { scrollToTop?: unknown } | null | undefined)?.scrollToTop === true;
}

/** Buyers' questions, with one answer open at a time. */
function FaqSection() {
  const { title, intro, ask } = COMPARISON_FAQ;
  const { showPricing } = useHost();
  const questions = COMPARISON_FAQ.questions.filter(
    (one) => !(showPricing && one.isAboutHiddenPrices === true),
  );
  return (
    <section
      aria-labelledby="faq-title"
      className="mx-auto grid max-w-page gap-x-16 gap-y-8 px-4 py-16 md:px-6 md:py-24 print:py-4 lg:grid-cols-12"
    >
      <div className="lg:col-span-4">
        <div className="lg:sticky lg:top-28">
          <h2 id="faq-title" className="text-subtitle">
            {title}
          </h2>
          <p className="mt-3 text-lead text-muted">
            {intro} <PageLink action={ask} className="text-link" />
            <span>.</span>
          </p>
        </div>
      </div>
      <Accordion name="faq" items={questions} className="text-lead lg:col-span-8" />
    </section>
  );
}
