import type { ComparisonTableContent } from '../../content/comparison/comparison-schemas.ts';
import { ComparisonValue } from './comparison-value.tsx';

/*
 * On a narrow screen, a row becomes its name with the four values below. The plans' names stay above. So nothing
 * scrolls sideways. Some browsers do not treat a table with grid layout as a table, so it states the roles.
 */
const TABLE = { role: 'table' };
const GROUP = { role: 'rowgroup' };
const ROW = { role: 'row', className: 'max-md:grid max-md:grid-cols-4 max-md:gap-x-2' };
const HEAD = { role: 'columnheader', scope: 'col' };
const ROW_HEAD = { role: 'rowheader', scope: 'row' };
const CELL = { role: 'cell' };

const VALUE_CLASS =
  'max-md:pb-4 max-md:text-[0.8125rem] max-md:leading-snug md:px-4 md:py-4 print:py-2 lg:px-6';

/** Every plan, feature by feature. Plan names stay visible above, feature names on the left. */
export function ComparisonTable({ content }: { content: ComparisonTableContent }) {
  const { plans, groups, ...words } = content;
  return (
    <table
      {...TABLE}
      aria-labelledby="table-title"
      className="w-full border-separate border-spacing-0 text-left max-md:block md:table-fixed"
      data-testid="marketing:comparison-table"
    >
      <thead {...GROUP} className="sticky top-16 z-20 bg-paper max-md:block print:static">
        <tr {...ROW}>
          <td
            {...CELL}
            className="border-b-2 border-ink bg-paper max-md:sr-only md:sticky md:left-0 md:w-[26%]"
          />
          {plans.map((plan) => (
            <th
              {...HEAD}
              key={plan}
              className="border-b-2 border-ink bg-paper py-3 align-bottom font-display text-[0.8125rem] leading-tight font-semibold max-md:tracking-[-0.02em] md:px-4 md:py-4 md:text-lg lg:px-6 lg:text-heading"
            >
              {plan}
            </th>
          ))}
        </tr>
      </thead>
      {groups.map((group) => (
        <tbody {...GROUP} key={group.title} className="max-md:block">
          <tr {...ROW}>
            <th
              scope="colgroup"
              colSpan={plans.length + 1}
              className="pt-10 pb-3 print:pt-4 font-display text-lg font-semibold text-teal max-md:col-span-4"
            >
              {group.title}
            </th>
          </tr>
          {group.rows.map(({ name, unit, values }) => (
            <tr {...ROW} key={name} className={`${ROW.className} break-inside-avoid`}>
              <th
                {...ROW_HEAD}
                className="border-t border-line bg-paper pt-3 pb-2 font-semibold max-md:col-span-4 md:sticky md:left-0 md:z-10 md:py-4 md:pr-4 md:font-medium"
              >
                {name}
                {unit === undefined ? null : (
                  <span className="mt-0.5 block text-sm font-normal text-muted">{unit}</span>
                )}
              </th>
              {values.map((value, place) => (
                <td {...CELL} key={plans[place]} className={`${VALUE_CLASS} md:border-t md:border-line`}>
                  {typeof value === 'string' ? value : <ComparisonValue {...words} value={value} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  );
}
