import type { ManagedPlan, ManagedPrice } from '@corvane/shared/contracts/backend/prices/price-management';
import { formatDeadline, formatExactInstant, formatInstant } from '@corvane/shared/lib/instants';
import { formatPriceCents } from '@corvane/shared/lib/money';
import { StatusMark } from '../../ui/facts/status-mark.tsx';
import { BESIDE_NAME, type Column, RowName } from '../../ui/tables/data-table.tsx';
import { priceAt } from './api.ts';
import { AMOUNTS, changedWords, setByWords } from './words.ts';

/** Every plan with its current price. */
export const PLAN_COLUMNS: readonly Column<ManagedPlan>[] = [
  {
    id: 'plan',
    head: 'Plan',
    opens: true,
    cell: (plan) => <RowName detail={<Since plan={plan} />}>{plan.name}</RowName>,
  },
  {
    id: 'next',
    head: 'Next change',
    className: BESIDE_NAME,
    cell: (plan) => <NextChange plan={plan} />,
  },
  ...AMOUNTS.map(
    ({ key, label }): Column<ManagedPlan> => ({
      id: key,
      head: label,
      phoneLabel: label,
      align: 'right',
      className: 'tabular max-lg:col-span-2 max-lg:flex max-lg:justify-between',
      cell: ({ inForce }) =>
        inForce === null ? (
          <span className="text-muted">none</span>
        ) : (
          <span>{formatPriceCents(inForce.amounts[key])}</span>
        ),
    }),
  ),
];

function Since({ plan: { inForce } }: { plan: ManagedPlan }) {
  if (inForce === null) return <span key="none">No price yet</span>;
  return (
    <span>
      Since <time dateTime={inForce.validFrom}>{formatInstant(inForce.validFrom)}</time>
      <span>{inForce.setBy === null ? '' : `, by ${setByWords(inForce.setBy)}`}</span>
    </span>
  );
}

function NextChange({ plan: { scheduled } }: { plan: ManagedPlan }) {
  const [next] = scheduled;
  if (next === undefined) return <span className="text-muted">no change</span>;
  return (
    <StatusMark shape="half" tone="text-ink" shapeTone="text-teal">
      {formatDeadline(next.validFrom)}
    </StatusMark>
  );
}

export interface ScheduledPrice {
  plan: ManagedPlan;
  price: ManagedPrice;
}

/** Every scheduled price, soonest first. */
export function scheduleOf(plans: readonly ManagedPlan[]): ScheduledPrice[] {
  return plans
    .flatMap((plan) => plan.scheduled.map((price) => ({ plan, price })))
    .toSorted((a, b) => Date.parse(a.price.validFrom) - Date.parse(b.price.validFrom));
}

/** The time and the changes. */
export const SCHEDULE_COLUMNS: readonly Column<ScheduledPrice>[] = [
  {
    id: 'plan',
    head: 'Plan',
    opens: true,
    cell: ({ plan, price: { setBy } }) => (
      <RowName detail={setBy === null ? null : `By ${setByWords(setBy)}`}>{plan.name}</RowName>
    ),
  },
  {
    id: 'begins',
    head: 'Begins',
    className: 'tabular max-lg:col-span-2 lg:whitespace-nowrap',
    cell: ({ price: { validFrom } }) => <time dateTime={validFrom}>{formatExactInstant(validFrom)}</time>,
  },
  {
    id: 'change',
    head: 'Change',
    className: 'tabular max-lg:col-span-2',
    cell: ({ plan, price }) => {
      const before = priceAt(plan, Date.parse(price.validFrom) - 1);
      return (
        <>
          {changedWords(before?.amounts ?? null, price.amounts).map((words) => (
            <span key={words} className="block leading-5 lg:whitespace-nowrap">
              {words}
            </span>
          ))}
        </>
      );
    },
  },
];
