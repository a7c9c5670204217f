import { buttonClass } from '@corvane/shared/ui/button';
import { COMPARISON_TABLE } from '../../content/comparison/comparison-controls.ts';
import type { ComparisonCell, ComparisonGroup } from '../../content/comparison/comparison-schemas.ts';
import { isEnterprise, PLAN_NAMES, PLAN_SLUGS, type PlanName } from '../../content/plan-names.ts';
import { PageLink } from '../../page-link.tsx';
import { PRICING_SOURCE, pathOfQuery } from '../../sections/contact/contact-query.ts';
import { MeterScale } from '../../sections/plans/meter-scale.tsx';
import type { PriceReadout, Prices } from '../../sections/plans/price-state.ts';
import { usePrices } from '../../sections/plans/use-prices.tsx';

/*
 * On a narrow screen, a row becomes its name with the four values below. The plans' names stay above. So nothing
 * scrolls sideways. Some browsers do not treat a table with grid layout as a table, so it states the roles.
 */
const TABLE = { role: 'table' };
const GROUP = { role: 'rowgroup' };
const ROW = { role: 'row', className: 'max-md:grid max-md:grid-cols-4 max-md:gap-x-1' };
const HEAD = { role: 'columnheader', scope: 'col' };
const ROW_HEAD = { role: 'rowheader', scope: 'row' };
const CELL = { role: 'cell' };

const VALUE_CLASS = 'max-md:pb-4 max-md:text-sm max-md:leading-snug md:px-4 md:py-4 print:py-2 lg:px-6';

/** Every plan, feature by feature. Plan names stay visible above, feature names on the left. */
function ComparisonTable({ groups, label }: { groups: readonly ComparisonGroup[]; label: string }) {
  const { plans } = COMPARISON_TABLE;
  return (
    <table
      {...TABLE}
      aria-labelledby="table-title"
      className="w-full border-separate border-spacing-0 text-left text-base max-md:block md:table-fixed"
      data-testid="marketing:comparison-table"
    >
      {/* On a low screen, as with a large zoom, it would leave no room for the rows. */}
      <thead
        {...GROUP}
        className="sticky top-16 z-20 bg-paper max-md:block [@media(height<30rem)]:static print:static"
      >
        <tr {...ROW}>
          <td {...CELL} className="bg-paper max-md:sr-only md:sticky md:left-0 md:w-[26%]" />
          {plans.map((plan) => (
            <th
              {...HEAD}
              key={plan}
              id={idOf(plan)}
              className="bg-paper py-3 align-bottom font-display text-sm leading-tight max-md:tracking-[-0.03em] md:px-4 md:pt-4 md:pb-2 md:text-lg lg:px-6 lg:text-heading"
            >
              {plan}
            </th>
          ))}
        </tr>
        <tr {...ROW} className={`${ROW.className} print:hidden`}>
          <td {...CELL} className="border-b-2 border-ink max-md:hidden" />
          {plans.map((plan) => (
            <td {...CELL} key={plan} className="border-b-2 border-ink pb-2 md:px-4 md:pb-4 lg:px-6">
              <PageLink
                action={{ label, to: pathOfQuery({ source: PRICING_SOURCE, tier: plan }) }}
                describedBy={idOf(plan)}
                className={buttonClass(
                  'outline',
                  'w-full px-1! leading-tight wrap-anywhere max-md:text-sm md:px-2!',
                )}
              />
            </td>
          ))}
        </tr>
      </thead>
      {groups.map((group) => (
        <tbody {...GROUP} key={group.title} className="max-md:block">
          <tr {...ROW}>
            <th
              scope="colgroup"
              colSpan={plans.length + 1}
              className="pt-10 pb-3 print:pt-4 font-display text-lg text-teal max-md:col-span-4"
            >
              {group.title}
            </th>
          </tr>
          {group.rows.map(({ name, unit, values }) => (
            <tr {...ROW} key={name} className={`${ROW.className} break-inside-avoid`}>
              <th
                {...ROW_HEAD}
                className="border-t border-line bg-paper pt-3 pb-2 max-md:col-span-4 md:sticky md:left-0 md:z-10 md:py-4 md:pr-4"
              >
                {name}
                {unit === undefined ? null : (
                  <span className="mt-0.5 block text-sm font-normal text-muted">{unit}</span>
                )}
              </th>
              {values.map((value, place) => (
                <td {...CELL} key={plans[place]} className={`${VALUE_CLASS} md:border-t md:border-line`}>
                  {typeof value === 'string' ? value : <ComparisonValue value={value} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}

const idOf = (plan: string) => `head-of-${plan.replace(/\W/g, '')}`;

/** The table, and a contact link for questions. */
export function TableSection() {
  const { title, intro, groups, action } = COMPARISON_TABLE;
  const { prices, view, notice } = usePrices();
  const label = view?.ask?.anything ?? action.label;
  return (
    <section
      aria-labelledby="table-title"
      className="mx-auto max-w-page px-4 py-16 md:px-6 md:py-24 print:break-before-page print:py-4"
    >
      <h2 id="table-title" tabIndex={-1} className="text-title">
        {title}
      </h2>
      <p className="mt-3 max-w-measure text-lead text-muted">{intro}</p>
      <div className="mb-6">{notice}</div>
      <ComparisonTable groups={[...priceGroups(prices), ...groups]} label={label} />
      <div className="mt-10 flex justify-end border-t-2 border-ink pt-8 print:hidden">
        <PageLink
          action={{ ...action, label }}
          describedBy="table-title"
          className={buttonClass('signal', 'min-h-14 w-full px-8 text-lg sm:w-auto')}
        />
      </div>
    </section>
  );
}

/** One value without words: a figure with its meter, a tick, a cross or a dash, with text for screen readers. */
export function ComparisonValue({ value }: { value: Exclude<ComparisonCell, string> }) {
  const { yes, no, max } = COMPARISON_TABLE;
  if (typeof value === 'number') {
    return (
      <>
        <span className="font-display text-xl leading-none font-medium tabular">{value}</span>
        <MeterScale ticks={max} lit={value} className="mt-2" />
      </>
    );
  }
  return (
    <>
      <svg
        aria-hidden="true"
        viewBox="0 0 20 20"
        // The mark begins where the words of other cells do.
        className={`-ml-1 size-5 ${value === true ? 'text-teal' : 'text-control'}`}
        fill="none"
      >
        <path d={markOf(value)} stroke="currentColor" strokeWidth={value === true ? 2.5 : 2} />
      </svg>
      <span className="sr-only">{value === true ? yes : no}</span>
    </>
  );
}

/** A tick for a yes, a cross for a no, a dash for none. */
function markOf(value: boolean | null): string {
  if (value === null) return 'M5 10h10';
  return value ? 'm3.5 10.5 4.5 4.5 8.5-10' : 'm5 5 10 10M15 5 5 15';
}

/** The table's first rows for visitors who may see prices, and none for all others. */
export function priceGroups(prices: Prices): ComparisonGroup[] {
  if (prices.status === 'hidden') return [];
  const words = COMPARISON_TABLE.prices;
  const row = (name: string, read: (price: PriceReadout) => string) => ({
    name,
    values: PLAN_NAMES.map((plan) => cellOf(plan, read)),
  });
  function cellOf(plan: PlanName, read: (price: PriceReadout) => string): string {
    if (isEnterprise(plan)) return words.enterprise;
    if (prices.status === 'pending') return words.pending;
    const price = prices.bySlug.get(PLAN_SLUGS[plan]);
    return price === undefined ? words.unavailable : read(price);
  }
  return [
    {
      title: words.title,
      rows: [
        row(words.monthly, ({ monthly }) => monthly),
        row(words.annual, ({ annual }) => annual),
        row(words.activation, ({ activation }) => activation),
      ],
    },
  ];
}
