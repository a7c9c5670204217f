import { layOutAll } from '@corvane/shared/first-paint/lay-out-all';
import { buttonClass } from '@corvane/shared/ui/button';
import { useEffect, useId, useRef } from 'react';
import type { Allowance, Plan } from '../../content/content-schemas.ts';
import { PLANS_CONTENT } from '../../content/plans.ts';
import { PageLink } from '../../page-link.tsx';
import { Reveal } from '../../reveal.tsx';
import { PRICING_SOURCE, pathOfQuery } from '../contact/contact-query.ts';
import { MeterScale } from './meter-scale.tsx';
import { PlanPrice } from './plan-price.tsx';
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
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h3 id={headingId} ref={heading} className="text-heading">
            {pointOut === null ? (
              plan.name
            ) : (
              <button
                type="button"
                aria-pressed={isPointedOut}
                title="Put this plan into the page's address, to share it"
                onClick={() => pointOut(plan.slug)}
                className="text-left underline decoration-transparent focus-visible:outline-none decoration-2 underline-offset-4 hover:decoration-current aria-pressed:decoration-signal"
              >
                {plan.name}
              </button>
            )}
          </h3>
          {plan.isPopular ? (
            <span className="rounded-full border border-current px-2.5 py-1 text-sm leading-none font-semibold text-teal lg:absolute lg:top-4 lg:left-5">
              {popular}
            </span>
          ) : null}
        </div>
      </div>
      <div className="mt-4 flex min-h-[7.5rem] flex-col justify-center rounded-control bg-sunken px-4 py-4">
        <PlanPrice plan={plan} prices={prices} view={view} />
      </div>
      <PageLink
        action={{
          label: view?.ask?.about(plan.name) ?? action,
          to: pathOfQuery({ source: PRICING_SOURCE, tier: plan.name }),
        }}
        describedBy={headingId}
        className={buttonClass(plan.isPopular ? 'signal' : 'outline', 'mt-3 wrap-anywhere print:hidden')}
      />
      <p className="mt-5 text-sm text-muted">{plan.description}</p>
      <div className="mt-5">
        <p className="text-sm font-semibold">{scale.label}</p>
        <ul className="mt-3 grid gap-4">
          {plan.allowances.map((allowance) => (
            <li key={allowance.label}>
              <AllowanceMeter allowance={allowance} />
            </li>
          ))}
        </ul>
      </div>
      <ul className="mt-6 border-t border-line pt-3 text-sm">
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

/** One allowance: its figure, and the same number of lit ticks on a scale that all plans share. */
function AllowanceMeter({ allowance: { label, unit, perMonth } }: { allowance: Allowance }) {
  return (
    <>
      <span className="flex items-baseline justify-between gap-3 text-sm">
        {label}
        <span className="font-display text-lg leading-none font-semibold tabular">{perMonth}</span>
      </span>
      <MeterScale className="mt-1.5" ticks={PLANS_CONTENT.scale.max} lit={perMonth} />
      <span className="mt-1.5 block text-sm leading-snug text-muted">{unit}</span>
    </>
  );
}
