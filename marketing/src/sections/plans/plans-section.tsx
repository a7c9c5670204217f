import { ErrorState } from '@corvane/shared/ui/data-states';
import type { PlansContent } from '../../content/content-schemas.ts';
import { useHost } from '../../host-context.tsx';
import { BillingToggle } from './billing-toggle.tsx';
import { type PlanChoice, readPlanChoice, writePlanChoice } from './plan-choice.ts';
import { PlanColumn } from './plan-column.tsx';
import { usePlanPrices } from './use-plan-prices.ts';

interface PlansSectionProps {
  content: PlansContent;
  /** Space above and below. */
  className: string;
}

/** The four plans as one instrument: the same scales side by side, and a switch for whoever may turn it. */
export function PlansSection({ content, className }: PlansSectionProps) {
  const { session, showPricing, location, navigate } = useHost();
  const prices = usePlanPrices();
  const choice = readPlanChoice(location.search, {
    showPricing,
    planSlugs: content.plans.map(({ slug }) => slug),
  });
  const choose = (changed: Partial<PlanChoice>) => {
    const search = writePlanChoice(location.search, { ...choice, ...changed });
    navigate(location.pathname + search + location.hash, { replace: true });
  };

  return (
    <section aria-labelledby="plans-title" className={`mx-auto max-w-page px-4 md:px-6 ${className}`}>
      <div className="flex flex-wrap items-end justify-between gap-x-12 gap-y-6">
        <div>
          <h2 id="plans-title" className="text-title">
            {content.title}
          </h2>
          <p className="mt-3 max-w-measure text-lead text-muted">{content.intro}</p>
        </div>
        {session.status === 'rep' ? (
          <BillingToggle period={choice.period} onChange={(period) => choose({ period })} />
        ) : null}
      </div>
      {prices.status === 'error' ? (
        <div className="mt-8">
          <ErrorState title="Prices could not be loaded" onRetry={prices.retry}>
            The plans below are complete; only their prices are missing.
          </ErrorState>
        </div>
      ) : null}
      <div aria-busy={prices.status === 'pending'} data-testid="marketing:plans" className="mt-10 lg:mt-14">
        <span role="status" className="sr-only">
          {prices.status === 'pending' ? 'Loading prices' : ''}
        </span>
        <ul className="grid divide-y divide-line rounded-panel border border-control bg-surface md:grid-cols-2 md:divide-y-0 md:max-lg:[&>li]:nth-[n+3]:border-t md:max-lg:[&>li]:odd:border-r lg:grid-cols-4 lg:divide-x">
          {content.plans.map((plan, place) => (
            <PlanColumn
              key={plan.slug}
              plan={plan}
              place={place}
              scale={content.scale}
              period={choice.period}
              prices={prices}
              isPointedOut={plan.slug === choice.planSlug}
              onPointOut={showPricing ? () => choose({ planSlug: plan.slug }) : null}
            />
          ))}
        </ul>
      </div>
    </section>
  );
}
