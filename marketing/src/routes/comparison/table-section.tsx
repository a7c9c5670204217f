import { buttonClass } from '@corvane/shared/ui/button';
import type { ComparisonTableContent } from '../../content/comparison/comparison-schemas.ts';
import { PLANS_CONTENT } from '../../content/plans.ts';
import { PageLink } from '../../page-link.tsx';
import { usePrices } from '../../sections/plans/use-prices.tsx';
import { ComparisonTable } from './comparison-table.tsx';
import { priceGroup } from './price-group.ts';

/** The table, and a contact link for questions. */
export function TableSection({ content }: { content: ComparisonTableContent }) {
  const { prices, notice } = usePrices(PLANS_CONTENT.failure);
  const priceRows = priceGroup(prices, content.prices);
  const groups = priceRows === null ? content.groups : [priceRows, ...content.groups];
  return (
    <section
      aria-labelledby="table-title"
      className="mx-auto max-w-page px-4 py-16 md:px-6 md:py-24 print:break-before-page print:py-4"
    >
      <h2 id="table-title" className="text-title">
        {content.title}
      </h2>
      <p className="mt-3 max-w-measure text-lead text-muted">{content.intro}</p>
      <div className="mb-6">{notice}</div>
      <ComparisonTable content={{ ...content, groups }} />
      <div className="mt-10 flex justify-end border-t-2 border-ink pt-8 print:hidden">
        <PageLink
          action={content.action}
          describedBy="table-title"
          className={buttonClass('signal', 'min-h-14 w-full px-8 text-lg sm:w-auto')}
        />
      </div>
    </section>
  );
}
