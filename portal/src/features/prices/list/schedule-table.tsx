import type { ManagedPlan, ManagedPrice } from '@corvane/shared/contracts/backend/prices/price-management';
import { pricePreviewPath } from '@corvane/shared/contracts/remote/price-preview';
import { formatExactInstant } from '@corvane/shared/lib/instants';
import { Button, buttonClass } from '@corvane/shared/ui/button';
import { useHostServices } from '../../../app/host-services-context.tsx';
import {
  DataActionsCell,
  DataCell,
  type DataColumn,
  DataRow,
  DataTable,
} from '../../../ui/tables/data-table.tsx';
import { priceAt } from '../price-at.ts';
import { changedWords, setByWords } from '../price-words.ts';

const COLUMNS: readonly DataColumn[] = [
  { label: 'Plan', align: 'text-left' },
  { label: 'Begins', align: 'text-left' },
  { label: 'Change', align: 'text-left' },
  { label: 'Actions', align: 'text-right', isOfActions: true },
];

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

interface ScheduleTableProps {
  schedule: readonly ScheduledPrice[];
  onOpen(plan: ManagedPlan): void;
  onCancel(scheduled: ScheduledPrice): void;
}

/** The time and the changes, with a link to the pricing page at that time. */
export function ScheduleTable({ schedule, onOpen, onCancel }: ScheduleTableProps) {
  const { Link } = useHostServices();
  return (
    <DataTable caption="Scheduled prices" columns={COLUMNS} rowIds={schedule.map(rowIdOf)}>
      {(tabIndexOf) =>
        schedule.map((scheduled) => {
          const { plan, price } = scheduled;
          const tabIndex = tabIndexOf(rowIdOf(scheduled));
          const begins = formatExactInstant(price.validFrom);
          const before = priceAt(plan, Date.parse(price.validFrom) - 1);
          return (
            <DataRow
              key={rowIdOf(scheduled)}
              rowId={rowIdOf(scheduled)}
              tabIndex={tabIndex}
              title={plan.name}
              detail={
                price.setBy === null ? null : (
                  <span className="block leading-5 text-muted">By {setByWords(price.setBy)}</span>
                )
              }
              onOpen={() => onOpen(plan)}
            >
              <DataCell className="tabular max-lg:col-span-2 lg:whitespace-nowrap">
                <time dateTime={price.validFrom}>{begins}</time>
              </DataCell>
              <DataCell className="tabular max-lg:col-span-2">
                {changedWords(before?.amounts ?? null, price.amounts).map((words) => (
                  <span key={words} className="block leading-5 lg:whitespace-nowrap">
                    {words}
                  </span>
                ))}
              </DataCell>
              <DataActionsCell>
                <Link
                  to={pricePreviewPath(price.validFrom)}
                  tabIndex={tabIndex}
                  className={buttonClass('outline', 'text-sm whitespace-nowrap max-md:grow lg:px-2.5')}
                >
                  Preview
                  <span className="sr-only"> the pricing page on {begins}</span>
                </Link>
                <Button
                  tabIndex={tabIndex}
                  className="text-sm whitespace-nowrap max-md:grow lg:px-2.5"
                  onClick={() => onCancel(scheduled)}
                >
                  Cancel
                  <span className="sr-only">
                    {' '}
                    the price of {plan.name} from {begins}
                  </span>
                </Button>
              </DataActionsCell>
            </DataRow>
          );
        })
      }
    </DataTable>
  );
}

function rowIdOf({ plan, price }: ScheduledPrice): string {
  return `${plan.slug} ${price.validFrom}`;
}
