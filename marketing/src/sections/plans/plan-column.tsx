import { ANONYMOUS_ATTRIBUTE } from '@corvane/shared/contracts/remote/page-attributes';
import { layOutAll } from '@corvane/shared/first-paint/lay-out-all';
import { buttonClass } from '@corvane/shared/ui/button';
import { type ComponentProps, useEffect, useId, useRef } from 'react';
import type { Allowance, Plan } from '../../content/content-schemas.ts';
import { PLANS_CONTENT } from '../../content/plans.ts';
import { PageLink } from '../../page-link.tsx';
import { Reveal } from '../../reveal.tsx';
import { PRICING_SOURCE, pathOfQuery } from '../contact/contact-query.ts';
import { MeterScale } from './meter-scale.tsx';
import type { AskedPrices } from './price-state.ts';

interface PlanColumnProps extends AskedPrices {
  plan: Plan;
  /** Index of the plan, from 0. */
  place: number;
}

/** One plan as a column. Its six rows line up with those of its neighbors. */
export function PlanColumn({ plan, prices, view, place }: PlanColumnProps) {
  const { popular, scale, action } = PLANS_CONTENT;
  const pointOut = view?.pointOut ?? null;
  const isPointedOut = view?.planSlug === plan.slug;
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isPointedOut) return;
    layOutAll();
    heading.current?.scrollIntoView({ block: 'center' });
  }, [isPointedOut]);

  return (
    <Reveal
      as="li"
      motion="appear"
      step={place}
      className={`relative grid content-start max-md:rounded-panel max-md:border max-md:border-control outline-focus -outline-offset-2 has-[h3_button:focus-visible]:outline-2 px-5 pt-6 pb-5 md:row-span-6 md:grid-rows-subgrid ${
        plan.isPopular ? 'ground-ink rounded-panel lg:-my-5 lg:pt-11 lg:pb-10' : 'max-md:bg-surface'
      }`}
    >
      <div>
        <h3 id={headingId} ref={heading} className="text-heading">
          {pointOut === null ? (
            plan.name
          ) : (
            <button
              type="button"
              aria-pressed={isPointedOut}
              title="Put this plan into the page's address, to share it"
              onClick={() => pointOut(plan.slug)}
              className="text-left focus-visible:outline-none decoration-2 underline-offset-4 hover:underline aria-pressed:underline aria-pressed:decoration-signal"
            >
              {plan.name}
            </button>
          )}
        </h3>
        {plan.isPopular ? (
          <span className="rounded-full border border-current px-2.5 py-1 text-sm leading-none font-medium text-teal absolute -top-3 left-5 bg-paper lg:top-4">
            {popular}
          </span>
        ) : null}
      </div>
      <div className="mt-4 flex min-h-[7.5rem] flex-col justify-center rounded-control bg-sunken px-4 py-4">
        <PlanPrice plan={plan} prices={prices} view={view} />
      </div>
      <PageLink
        action={{
          label: view?.ask?.about(plan.name) ?? action,
          to: pathOfQuery({ source: PRICING_SOURCE, tier: plan.name, billing: view?.ask?.billing }),
        }}
        describedBy={headingId}
        className={buttonClass(plan.isPopular ? 'signal' : 'outline', 'mt-3 wrap-anywhere print:hidden')}
      />
      <p className="mt-5 text-base text-muted lg:max-xl:min-h-[4lh]">{plan.description}</p>
      <div className="mt-5">
        <p className="text-base font-medium">{scale.label}</p>
        <ul className="mt-3 grid gap-4">
          {plan.allowances.map((allowance) => (
            <li key={allowance.label}>
              <AllowanceMeter allowance={allowance} />
            </li>
          ))}
        </ul>
      </div>
      <ul className="mt-6 border-t border-line pt-3 text-base">
        {plan.features.map((feature) => (
          <li
            key={feature}
            className="flex gap-3 py-1 before:mt-[0.7em] before:h-px before:w-3 before:shrink-0 before:bg-data"
          >
            {feature}
          </li>
        ))}
      </ul>
    </Reveal>
  );
}

/**
 * One allowance: its figure, and the same number of lit ticks on a scale that all plans share. The gap lets its label break
 * alike in all faces.
 */
function AllowanceMeter({ allowance: { label, unit, perMonth } }: { allowance: Allowance }) {
  return (
    <>
      <span key={label} className="flex items-baseline justify-between gap-1.5 text-base max-md:gap-14">
        {label}
        <span className="font-display text-lg leading-none font-medium tabular">{perMonth}</span>
      </span>
      <MeterScale className="mt-1.5" ticks={PLANS_CONTENT.scale.max} lit={perMonth} />
      <span className="mt-1.5 block text-sm leading-snug text-muted">{unit}</span>
    </>
  );
}

interface PlanPriceProps extends AskedPrices {
  plan: Plan;
}

/** The price area of a plan: a price, or how to get one. */
function PlanPrice({ plan, prices, view }: PlanPriceProps) {
  const { hidden, enterprise, unavailable } = PLANS_CONTENT;
  if (plan.isEnterprise) {
    return prices.status === 'hidden' ? (
      <Words text={hidden.enterprise} {...FOR_VISITORS} className={UNCOVERED} />
    ) : (
      <Words text={enterprise} />
    );
  }
  switch (prices.status) {
    case 'hidden':
      return <Words text={hidden.plan} {...FOR_VISITORS} />;
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

/** On words that only a visitor without prices reads. */
export const FOR_VISITORS = { [ANONYMOUS_ATTRIBUTE]: '' };
/** While a session is being restored, nothing stands in their place, instead of a block. */
export const UNCOVERED = '[--line:transparent]';

function Words({ text, className = '', ...attributes }: ComponentProps<'p'> & { text: string }) {
  return (
    <p {...attributes} className={`font-display text-lg leading-tight font-medium ${className}`.trim()}>
      {text}
    </p>
  );
}

/** As large as the price. The placeholder of the design system is only loaded for signed-in people. */
function Placeholder({ className }: { className: string }) {
  return (
    <span
      aria-hidden="true"
      className={`block animate-pulse rounded-control bg-line motion-reduce:animate-none ${className}`}
    />
  );
}
