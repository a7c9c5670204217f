import { useHost } from '../../../host-context.tsx';
import type { BillingPeriod } from '../billing-period.ts';
import { pricePreviewOf } from './price-preview.ts';
import type { PriceReadout } from './price-state.ts';

const SUFFIXES: Record<BillingPeriod, string> = { monthly: '/month', annual: '/year' };

/** A plan's price, for visitors who may see it. A customer has no switch and reads both figures. */
export function PlanReadout({ price, period }: { price: PriceReadout; period: BillingPeriod }) {
  const { savings } = price;
  const { session, location } = useHost();
  // A manager who previews prices sees the page as a customer does.
  const isCustomer = session.status === 'customer' || pricePreviewOf(session, location.search) !== null;
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
      {isCustomer ? (
        <p className="mt-2 text-sm">
          or <span className="font-semibold tabular">{price.annual}</span>
          {SUFFIXES.annual}
        </p>
      ) : null}
      {savings === null ? null : (
        <p className="mt-2 text-sm font-semibold text-teal">Save {savings.amount} with annual billing</p>
      )}
      <p className="text-sm text-muted">{price.activation} one-time activation</p>
    </>
  );
}
