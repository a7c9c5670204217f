import { ANONYMOUS_ATTRIBUTE } from '@corvane/shared/contracts/remote/page-attributes';
import type { ReactNode } from 'react';
import type { Plan } from '../../content/content-schemas.ts';
import { PLANS_CONTENT } from '../../content/plans.ts';
import { ContactDialogLink } from '../contact/contact-dialog-link.tsx';
import { PRICING_DEMO_SOURCE } from '../contact/contact-query.ts';
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
        <Words text={hidden.enterprise} />
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
            className={`flex min-h-11 items-center text-link ${WORDS_CLASS}`}
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

/** Instead of a hidden price: how to see it. */
function Locked({ children }: { children: ReactNode }) {
  return <div {...{ [ANONYMOUS_ATTRIBUTE]: true }}>{children}</div>;
}

function Words({ text }: { text: string }) {
  return <p className={WORDS_CLASS}>{text}</p>;
}

const WORDS_CLASS = 'font-display text-lg leading-tight font-semibold';

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
