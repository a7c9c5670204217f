import type { ComparisonPageContent } from '../../content/comparison/comparison-schemas.ts';
import { useHost } from '../../host-context.tsx';
import { PageLink } from '../../page-link.tsx';
import { Accordion } from '../../sections/accordion.tsx';

/** Buyers' questions, with one answer open at a time. */
export function FaqSection({ content }: { content: ComparisonPageContent['faq'] }) {
  const { showPricing } = useHost();
  const questions = content.questions.filter((one) => !(showPricing && one.isAboutHiddenPrices === true));
  return (
    <section
      aria-labelledby="faq-title"
      className="mx-auto grid max-w-page gap-x-16 gap-y-8 px-4 py-16 md:px-6 md:py-24 print:py-4 lg:grid-cols-12"
    >
      <div className="lg:col-span-4">
        <div className="lg:sticky lg:top-28">
          <h2 id="faq-title" className="text-title">
            {content.title}
          </h2>
          <p className="mt-3 text-lead text-muted">
            {content.intro} <PageLink action={content.ask} className="text-link" />
            <span>.</span>
          </p>
        </div>
      </div>
      <Accordion name="faq" items={questions} className="text-lead lg:col-span-8" />
    </section>
  );
}
