import { type FocusEvent, type ReactElement, useRef } from 'react';
import { PLANS_CONTENT } from '../../content/plans.ts';
import { PageLink } from '../../page-link.tsx';
import { ContactDialogLink } from '../contact/contact-dialog-link.tsx';
import { PRICING_DEMO_SOURCE } from '../contact/contact-query.ts';
import { FOR_VISITORS, PlanColumn, UNCOVERED } from './plan-column.tsx';
import { usePrices } from './use-prices.tsx';

interface PlansSectionProps {
  /** Space above and below. */
  className: string;
  /** Placed beside the heading, with the switch between monthly and annual prices. */
  aside?: ReactElement;
  /** The page's title is just above. So the heading is for screen readers alone. */
  isTitled?: boolean;
}

const INTRO_CLASS = 'max-w-measure text-lead text-muted';

/** The four plans side by side on the same scales, and a switch for visitors who may use it. */
export function PlansSection({ className, aside, isTitled = false }: PlansSectionProps) {
  const { title, intro, hidden, access, compare, plans } = PLANS_CONTENT;
  const heading = useRef<HTMLHeadingElement>(null);
  const { prices, view, notice } = usePrices(heading);
  const isPending = prices.status === 'pending';

  return (
    <section aria-labelledby="plans-title" className={`mx-auto max-w-page px-4 md:px-6 ${className}`}>
      <div className="flex flex-wrap items-end justify-between gap-x-12 gap-y-6">
        <div>
          {/* On a phone, messages cover the top. One announces visible prices just when this scrolls into view. */}
          <h2
            id="plans-title"
            ref={heading}
            tabIndex={-1}
            className={isTitled ? 'sr-only' : 'mb-3 scroll-mt-9 text-title sm:scroll-mt-0'}
          >
            {title}
          </h2>
          {prices.status === 'hidden' ? (
            <p key="hidden" {...FOR_VISITORS} className={`${INTRO_CLASS} ${UNCOVERED}`}>
              <ContactDialogLink
                label={hidden.plan}
                source={PRICING_DEMO_SOURCE}
                tier=""
                className="text-link"
              />
              <span>{` ${access}`}</span>
            </p>
          ) : (
            <p key={prices.status} className={INTRO_CLASS}>
              {intro}
            </p>
          )}
        </div>
        <div className="flex flex-wrap items-center gap-4 empty:hidden">
          {view?.toggle}
          {aside}
        </div>
      </div>
      {notice}
      <div
        aria-busy={isPending}
        data-testid="marketing:plans"
        className={isTitled ? 'mt-6 lg:mt-9' : 'mt-10 lg:mt-14'}
      >
        <span role="status" className="sr-only">
          {isPending ? 'Loading prices' : ''}
        </span>
        <ul
          onFocus={showFocused}
          className="swipe md:grid md:grid-cols-2 md:divide-line md:rounded-panel md:border md:border-control md:bg-surface md:max-lg:[&>li]:nth-[n+3]:border-t md:max-lg:[&>li]:odd:border-r lg:grid-cols-4 lg:divide-x"
        >
          {plans.map((plan, place) => (
            <PlanColumn key={plan.slug} plan={plan} place={place} prices={prices} view={view} />
          ))}
        </ul>
      </div>
      <PageLink
        action={compare}
        className="mt-6 inline-flex min-h-11 items-center text-link lg:mt-10 print:hidden"
      />
    </section>
  );
}

/**
 * A browser does not scroll to what is partly visible when it gets the focus. At the edge it would snap back, so it goes
 * to the middle. What is pressed must not move.
 */
function showFocused({ target }: FocusEvent): void {
  if (target.matches(':focus-visible')) target.scrollIntoView({ block: 'nearest', inline: 'center' });
}
