import { ANONYMOUS_ATTRIBUTE } from '@corvane/shared/contracts/remote/page-attributes';
import { buttonClass } from '@corvane/shared/ui/button';
import type { ReactNode } from 'react';
import type { Plan } from '../../content/content-schemas.ts';
import { PLANS_CONTENT } from '../../content/plans.ts';
import { PageLink } from '../../page-link.tsx';
import { ContactDialogLink } from '../contact/contact-dialog-link.tsx';
import { PRICING_DEMO_SOURCE, PRICING_SOURCE, pathOfQuery } from '../contact/contact-query.ts';
import { MeterScale } from './meter-scale.tsx';
import type { AskedPrices } from './price-state.ts';

interface PlanPriceProps extends AskedPrices {
  plan: Plan;
}

/** The price area of a plan: a price, or how to get one. */
export function PlanPrice({ plan, prices, view }: PlanPriceProps) {
  const { hidden, enterprise, unavailable } = PLANS_CONTENT;
  if (plan.isEnterprise) {
    return prices.status === 'hidden' ? (
      <Locked>
        <PageLink
          action={{ label: hidden.enterprise, to: pathOfQuery({ source: PRICING_SOURCE, tier: plan.name }) }}
          className={buttonClass('outline', 'w-full px-3! text-sm')}
        />
      </Locked>
    ) : (
      <Words text={enterprise} />
    );
  }
  switch (prices.status) {
    case 'hidden':
      return (
        <Locked>
          <ContactDialogLink
            label={hidden.plan}
            source={PRICING_DEMO_SOURCE}
            tier={plan.name}
            className={buttonClass('outline', 'w-full px-3! text-sm')}
          />
        </Locked>
      );
    case 'pending':
      return (
        <>
          <Placeholder className="h-10 w-32" />
          <Placeholder className="mt-3 h-4 w-full" />
          <Placeholder className="mt-2 h-4 w-32" />
        </>
      );
    case 'error':
      return <Words text={unavailable} />;
    case 'ready': {
      const price = prices.bySlug.get(plan.slug);
      return price === undefined || view === null ? <Words text={unavailable} /> : view.readout(price);
    }
  }
}

/** A hidden price: how to see it, and a link to compare the plans without it. */
function Locked({ children }: { children: ReactNode }) {
  return (
    <div {...{ [ANONYMOUS_ATTRIBUTE]: true }} className="grid justify-items-start">
      {children}
      <PageLink
        action={PLANS_CONTENT.hidden.compare}
        className="-mb-2 inline-flex min-h-11 items-center text-sm text-link"
      />
    </div>
  );
}

/** A display that is off: the unlit scale of the meters, and the text of what it would show. */
function Words({ text }: { text: string }) {
  return (
    <>
      <p className="font-display text-lg leading-tight font-semibold">{text}</p>
      <MeterScale className="mt-3" ticks={25} lit={0} />
    </>
  );
}

/**
 * A placeholder of the price's size. Not from the design system: the file of that component is only for signed-in
 * people.
 */
function Placeholder({ className }: { className: string }) {
  return (
    <span
      aria-hidden="true"
      className={`block animate-pulse rounded-control bg-line motion-reduce:animate-none ${className}`}
    />
  );
}
