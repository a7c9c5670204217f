import type { SalesDashboard } from '@corvane/shared/contracts/backend/sales-dashboard';
import { PendingRegion, Skeleton } from '@corvane/shared/ui/data-states';
import type { ReactNode } from 'react';
import { counted, formatCount } from '../../../lib/counted.ts';
import { formatSignedCents } from '../../../ui/signed-cents.tsx';

/** Every figure says what it counts: the headline keeps cancelled sales in, the others say what they leave out. */
export function SalesFigures({ dashboard }: { dashboard: SalesDashboard }) {
  const { totals, pendingDays } = dashboard;
  return (
    <div className="flex flex-col gap-3">
      <Headlines
        total={formatSignedCents(totals.salesCents)}
        totalRule={`All ${counted(totals.salesCount, 'sale')}, cancelled ones included`}
        active={formatCount(totals.activeCount)}
        activeRule={`Sales not cancelled, of ${formatCount(totals.salesCount)}`}
      />
      <dl className="grid rounded-panel border border-line bg-surface max-md:divide-y max-md:divide-line md:grid-cols-2 lg:grid-cols-4 lg:divide-x lg:divide-line">
        <Figure
          label="Net of cancellations"
          value={formatSignedCents(totals.netSalesCents)}
          rule={`Sales value without ${counted(totals.salesCount - totals.activeCount, 'cancelled sale')}`}
        />
        <Figure
          label="Commission earned"
          value={formatSignedCents(totals.earnedCents)}
          rule={`Sales not cancelled, at least ${pendingDays} days old`}
        />
        <Figure
          label="Commission pending"
          value={formatSignedCents(totals.pendingCents)}
          rule={`Younger than ${pendingDays} days, could still be cancelled`}
        />
        <Figure
          label="Commission clawed back"
          value={formatSignedCents(totals.clawedBackCents)}
          rule="Of cancelled sales, and negative commissions"
        />
      </dl>
      <p className="tabular text-sm text-muted">
        What remains of commission: earned and pending, less negative commissions, is{' '}
        <strong className="font-semibold whitespace-nowrap text-ink">
          {formatSignedCents(totals.netCommissionCents)}
        </strong>
        .
      </p>
    </div>
  );
}

export function SalesFiguresPending() {
  const bar = <Skeleton className="inline-block h-6 w-28 align-middle" />;
  return (
    <PendingRegion label="Loading your totals">
      <div className="flex flex-col gap-3" aria-hidden="true">
        <Headlines
          total={<Skeleton className="h-10 w-48" />}
          totalRule={<Skeleton className="h-4 w-56" />}
          active={<Skeleton className="h-10 w-16" />}
          activeRule={<Skeleton className="h-4 w-44" />}
        />
        <dl className="grid rounded-panel border border-line bg-surface max-md:divide-y max-md:divide-line md:grid-cols-2 lg:grid-cols-4 lg:divide-x lg:divide-line">
          {['Net of cancellations', 'Commission earned', 'Commission pending', 'Commission clawed back'].map(
            (label) => (
              <Figure key={label} label={label} value={bar} rule={<Skeleton className="h-4 w-40" />} />
            ),
          )}
        </dl>
        <Skeleton className="h-5 w-80 max-w-full max-md:h-10" />
      </div>
    </PendingRegion>
  );
}

interface HeadlinesProps {
  total: ReactNode;
  totalRule: ReactNode;
  active: ReactNode;
  activeRule: ReactNode;
}

/** The two figures of the specification. */
function Headlines({ total, totalRule, active, activeRule }: HeadlinesProps) {
  return (
    <div className="grid gap-3 md:grid-cols-[2fr_1fr]">
      <Card title="Total Sales Value" value={total} rule={totalRule} />
      <Card title="Active Subscriptions" value={active} rule={activeRule} />
    </div>
  );
}

function Card({ title, value, rule }: { title: string; value: ReactNode; rule: ReactNode }) {
  return (
    <section className="rounded-panel border border-line bg-surface px-4 py-3 md:px-5">
      <h3 className="font-sans text-sm font-semibold">{title}</h3>
      <div className="tabular my-0.5 font-display text-3xl leading-10 font-semibold tracking-tight wrap-anywhere">
        {value}
      </div>
      <div className="text-sm leading-5 text-muted">{rule}</div>
    </section>
  );
}

function Figure({ label, value, rule }: { label: string; value: ReactNode; rule: ReactNode }) {
  return (
    <div className="px-4 py-3 md:px-5">
      <dt className="text-sm leading-5 font-semibold">{label}</dt>
      <dd>
        <div className="tabular text-xl leading-8 font-semibold">{value}</div>
        {/* Four beside each other need two lines for it; a skeleton has to know. */}
        <div className="text-sm leading-5 text-muted lg:min-h-10">{rule}</div>
      </dd>
    </div>
  );
}
