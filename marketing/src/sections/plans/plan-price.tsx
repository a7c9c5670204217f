import type { PlanPrice as Price } from '@corvane/shared/contracts/pricing';
import { formatPriceCents } from '@corvane/shared/lib/money';
import { Skeleton } from '@corvane/shared/ui/data-states';
import type { Plan } from '../../content/content-schemas.ts';
import { annualSavings, type BillingPeriod, priceIn } from './billing-period.ts';
import { MeterScale } from './meter-scale.tsx';
import type { PriceState } from './price-state.ts';

interface PlanPriceProps {
  plan: Plan;
  period: BillingPeriod;
  prices: PriceState;
}

/** The readout of a plan: a price, or the way to one. */
export function PlanPrice({ plan, period, prices }: PlanPriceProps) {
  if (plan.isEnterprise) {
    return <Words text={prices.status === 'hidden' ? 'Contact for Pricing' : 'Custom Enterprise Pricing'} />;
  }
  switch (prices.status) {
    case 'hidden':
      return <Words text="Book a Demo to See Pricing" />;
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
function Words({ text }: { text: string }) {
  return (
    <>
      <p className="font-display text-lg leading-tight font-semibold">{text}</p>
      <MeterScale className="mt-3" ticks={25} lit={0} />
    </>
  );
}

function Readout({ price, period }: { price: Price; period: BillingPeriod }) {
  const { cents, suffix } = priceIn(period, price);
  const savings = annualSavings(price);
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-1">
        <span className="font-display text-[2.5rem] leading-none font-semibold tracking-[-0.03em] tabular">
          {formatPriceCents(cents)}
        </span>
        <span className="text-muted">{suffix}</span>
        {period === 'annual' && savings !== null ? (
          <span className="ml-auto text-sm font-semibold text-teal">−{savings.percent}%</span>
        ) : null}
      </p>
      {savings === null ? null : (
        <p className="mt-2 text-sm font-semibold text-teal">
          Save {formatPriceCents(savings.cents)} with annual billing
        </p>
      )}
      <p className="text-sm text-muted">{formatPriceCents(price.activationCents)} one-time activation</p>
    </>
  );
}
