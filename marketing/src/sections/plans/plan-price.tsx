import { Skeleton } from '@corvane/shared/ui/data-states';
import type { Plan } from '../../content/content-schemas.ts';
import type { BillingPeriod } from './billing-period.ts';
import { MeterScale } from './meter-scale.tsx';
import type { PriceReadout, PriceState } from './price-state.ts';

interface PlanPriceProps {
  plan: Plan;
  period: BillingPeriod;
  prices: PriceState;
}

/** The readout of a plan: a price, or the way to one. */
export function PlanPrice({ plan, period, prices }: PlanPriceProps) {
  if (plan.isEnterprise) {
    return prices.status === 'hidden' ? (
      <Words text="Contact for Pricing" forAnonymous />
    ) : (
      <Words text="Custom Enterprise Pricing" />
    );
  }
  switch (prices.status) {
    case 'hidden':
      return <Words text="Book a Demo to See Pricing" forAnonymous />;
    case 'pending':
      return (
        <>
          <Skeleton className="h-10 w-32" />
          <Skeleton className="mt-3 h-4 w-full" />
          <Skeleton className="mt-2 h-4 w-32" />
        </>
      );
    case 'error':
      return <Words text="Price not available now" />;
    case 'ready': {
      const price = prices.bySlug.get(plan.slug);
      return price === undefined ? (
        <Words text="Price not available now" />
      ) : (
        <Readout price={price} period={period} />
      );
    }
  }
}

/** A display that is switched off: the scale of the meters, unlit, and what turns it on. */
function Words({ text, forAnonymous }: { text: string; forAnonymous?: true }) {
  return (
    <>
      <p data-anonymous={forAnonymous} className="font-display text-lg leading-tight font-semibold">
        {text}
      </p>
      <MeterScale className="mt-3" ticks={25} lit={0} />
    </>
  );
}

const SUFFIXES: Record<BillingPeriod, string> = { monthly: '/month', annual: '/year' };

function Readout({ price, period }: { price: PriceReadout; period: BillingPeriod }) {
  const { savings } = price;
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-1">
        <span className="font-display text-[2.5rem] leading-none font-semibold tracking-[-0.03em] tabular">
          {price[period]}
        </span>
        <span className="text-muted">{SUFFIXES[period]}</span>
        {period === 'annual' && savings !== null ? (
          <span className="ml-auto text-sm font-semibold text-teal">−{savings.percent}%</span>
        ) : null}
      </p>
      {savings === null ? null : (
        <p className="mt-2 text-sm font-semibold text-teal">Save {savings.amount} with annual billing</p>
      )}
      <p className="text-sm text-muted">{price.activation} one-time activation</p>
    </>
  );
}
