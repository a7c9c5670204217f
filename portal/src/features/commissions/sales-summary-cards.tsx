import type { SalesSummary } from '@corvane/shared/contracts/sales';
import { ErrorState, PendingRegion, Skeleton } from '@corvane/shared/ui/data-states';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useHostServices } from '../../app/host-services-context.tsx';
import { formatSignedCents } from '../../ui/signed-cents.tsx';
import { salesSummaryQuery } from './commissions.queries.ts';
import { StaleNotice } from './stale-notice.tsx';

const COUNT = new Intl.NumberFormat('en-US');

/** The rep's totals. An empty book is a success: its figures are zero. */
export function SalesSummaryCards({ repId }: { repId: string }) {
  const { api } = useHostServices();
  const summary = useQuery(salesSummaryQuery(api, repId));

  if (summary.isPending) return <SummaryPending />;
  if (summary.data === undefined) {
    return (
      <ErrorState
        title="Failed to load your totals."
        onRetry={() => void summary.refetch()}
        retrying={summary.isFetching}
      />
    );
  }
  return (
    <div>
      {summary.isRefetchError ? (
        <StaleNotice retrying={summary.isFetching} onRetry={() => void summary.refetch()}>
          These totals could not be refreshed and may be out of date.
        </StaleNotice>
      ) : null}
      <SummaryFigures summary={summary.data} />
    </div>
  );
}

/** Every figure says what it counts: the headline keeps cancelled sales in, the one beside it leaves them out. */
export function SummaryFigures({ summary }: { summary: SalesSummary }) {
  const { totalSalesCents, netSalesCents, activeSubscriptions, salesCount } = summary;
  const cancelledCount = salesCount - activeSubscriptions;
  return (
    <CardRow>
      <Card title="Total Sales Value">
        <div className="flex flex-wrap items-end gap-x-8 gap-y-4">
          <div className="grow">
            <Figure>{formatSignedCents(totalSalesCents)}</Figure>
            <p className="text-sm text-muted">
              All {COUNT.format(salesCount)} sales, cancelled ones included
            </p>
          </div>
          <div className="grow border-l-2 border-teal pl-4">
            <p className="tabular text-lg leading-7 font-semibold">{formatSignedCents(netSalesCents)}</p>
            <p className="text-sm text-muted">
              Net of cancellations, {COUNT.format(cancelledCount)} left out
            </p>
          </div>
        </div>
      </Card>
      <Card title="Active Subscriptions">
        <Figure>{COUNT.format(activeSubscriptions)}</Figure>
        <p className="text-sm text-muted">Sales that are not cancelled</p>
      </Card>
    </CardRow>
  );
}

function SummaryPending() {
  return (
    <PendingRegion label="Loading your totals">
      <CardRow>
        <Card title="Total Sales Value">
          <div className="flex flex-wrap items-end gap-x-8 gap-y-4">
            <div className="grow">
              <Skeleton className="h-10 w-48" />
              <Skeleton className="mt-1 h-4 w-56" />
            </div>
            <div className="grow">
              <Skeleton className="h-7 w-32" />
              <Skeleton className="mt-1 h-4 w-56" />
            </div>
          </div>
        </Card>
        <Card title="Active Subscriptions">
          <Skeleton className="h-10 w-16" />
          <Skeleton className="mt-1 h-4 w-44" />
        </Card>
      </CardRow>
    </PendingRegion>
  );
}

function CardRow({ children }: { children: ReactNode }) {
  return <div className="grid gap-4 md:grid-cols-[2fr_1fr]">{children}</div>;
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="rounded-panel border border-line bg-surface px-4 py-4 md:px-5">
      <h3 className="mb-1 font-sans text-sm font-semibold">{title}</h3>
      {children}
    </section>
  );
}

function Figure({ children }: { children: string }) {
  return <p className="tabular font-display text-3xl leading-10 font-semibold tracking-tight">{children}</p>;
}
