import { ErrorState } from '@corvane/shared/ui/data-states';
import { SalesList } from './sales-list.tsx';
import { SalesSummaryCards } from './sales-summary-cards.tsx';

/** The rep's totals and sales. Each part loads, fails and recovers by itself. */
export function CommissionsPanel({ repId }: { repId: string }) {
  if (repId === '') return <ErrorState title="No sales representative ID available" />;
  return (
    <div className="flex flex-col gap-6">
      <h2 className="sr-only">My Commissions</h2>
      <SalesSummaryCards repId={repId} />
      <section aria-labelledby="portal-sales-heading">
        <h3 id="portal-sales-heading" className="mb-3 text-heading">
          Sales
        </h3>
        <SalesList repId={repId} />
      </section>
    </div>
  );
}
