import type { ManagedPlan } from '@corvane/shared/contracts/backend/prices/price-management';
import { formatDeadline, formatInstant } from '@corvane/shared/lib/instants';
import { formatPriceCents } from '@corvane/shared/lib/money';
import { Button } from '@corvane/shared/ui/button';
import { Skeleton } from '@corvane/shared/ui/data-states';
import { StatusMark } from '../../../ui/facts/status-mark.tsx';
import {
  DataActionsCell,
  DataCell,
  type DataColumn,
  DataRow,
  DataStatusCell,
  DataTable,
} from '../../../ui/tables/data-table.tsx';
import { PhoneLabel } from '../../../ui/tables/phone-label.tsx';
import { TableSkeleton } from '../../../ui/tables/table-skeleton.tsx';
import { AMOUNTS, setByWords } from '../price-words.ts';

const COLUMNS: readonly DataColumn[] = [
  { label: 'Plan', align: 'text-left' },
  { label: 'Next change', align: 'text-left' },
  ...AMOUNTS.map(({ label }) => ({ label, align: 'text-right' as const })),
  { label: 'Actions', align: 'text-right', isOfActions: true },
];

interface PlansTableProps {
  plans: readonly ManagedPlan[];
  onOpen(plan: ManagedPlan): void;
  onChange(plan: ManagedPlan): void;
}

/** Every plan with its current price. */
export function PlansTable({ plans, onOpen, onChange }: PlansTableProps) {
  return (
    <DataTable caption="Prices in force" columns={COLUMNS} rowIds={plans.map(({ slug }) => slug)}>
      {(tabIndexOf) =>
        plans.map((plan) => (
          <DataRow
            key={plan.slug}
            rowId={plan.slug}
            tabIndex={tabIndexOf(plan.slug)}
            title={plan.name}
            detail={<Since plan={plan} />}
            onOpen={() => onOpen(plan)}
          >
            <DataStatusCell>
              <NextChange plan={plan} />
            </DataStatusCell>
            {AMOUNTS.map(({ key, label }) => (
              <DataCell
                key={key}
                className="tabular max-lg:col-span-2 max-lg:flex max-lg:justify-between lg:text-right"
              >
                <PhoneLabel until="lg">{label}</PhoneLabel>
                {plan.inForce === null ? (
                  <span className="text-muted">none</span>
                ) : (
                  <span>{formatPriceCents(plan.inForce.amounts[key])}</span>
                )}
              </DataCell>
            ))}
            <DataActionsCell>
              <Button
                tabIndex={tabIndexOf(plan.slug)}
                className="text-sm whitespace-nowrap max-md:grow lg:px-2.5"
                onClick={() => onChange(plan)}
              >
                Change
                <span className="sr-only"> the price of {plan.name}</span>
              </Button>
            </DataActionsCell>
          </DataRow>
        ))
      }
    </DataTable>
  );
}

function Since({ plan: { inForce } }: { plan: ManagedPlan }) {
  return (
    <span className="block leading-5 text-muted">
      {inForce === null ? (
        'No price yet'
      ) : (
        <span>
          Since <time dateTime={inForce.validFrom}>{formatInstant(inForce.validFrom)}</time>
          <span>{inForce.setBy === null ? '' : `, by ${setByWords(inForce.setBy)}`}</span>
        </span>
      )}
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

export function PlansTableSkeleton() {
  return (
    <TableSkeleton rowCount={4} headClassName="hidden lg:block" rowClassName="h-52 lg:h-[3.8125rem]">
      <Skeleton className="h-8 grow" />
      <Skeleton className="h-4 w-20 shrink-0" />
      <Skeleton className="h-8 w-32 shrink-0 max-lg:hidden" />
    </TableSkeleton>
  );
}
