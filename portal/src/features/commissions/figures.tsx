import type { SalesTotals } from '@corvane/shared/contracts/backend/sales/sales-dashboard';
import type { CommissionGroup } from '@corvane/shared/contracts/backend/sales/sales-filter';
import { counted, formatCount } from '@corvane/shared/lib/counted';
import { Button } from '@corvane/shared/ui/button';
import { Skeleton } from '@corvane/shared/ui/data-states';
import { useId, useState } from 'react';
import { Chevron } from '../../ui/facts/chevron.tsx';
import { formatSignedCents } from '../../ui/facts/signed-cents.tsx';
import type { FilteredDashboard } from './api.ts';
import { EVERY_DAY, isSameRange } from './search.ts';
import { COMMISSION_WORDS, isNarrowed, rangeDays, rangeName } from './words.ts';

interface SalesFiguresProps {
  dashboard: FilteredDashboard;
  onShow(group: CommissionGroup): void;
}

/**
 * Each card shows the chosen sales. The specification's two figures count all sales, so their cards show both, in
 * letters of the same size.
 */
export function SalesFigures({ dashboard, onShow }: SalesFiguresProps) {
  const { totals, today, filter } = dashboard;
  const narrowed = isNarrowed(filter);
  const isEverySale = !narrowed && isSameRange(filter, EVERY_DAY);
  const chosen = rangeName(filter, today) + (narrowed ? ', filtered' : '');
  const days = rangeDays(filter);
  const net = { label: 'Net of cancellations', value: formatSignedCents(totals.netSalesCents) };
  const allSales: Figure = {
    scope: 'All time',
    value: formatSignedCents(dashboard.allSalesCents),
    rule: `All ${counted(dashboard.allSalesCount, 'sale')}, including cancelled ones`,
  };
  const allActive: Figure = {
    scope: 'All time',
    value: formatCount(dashboard.allActiveCount),
    rule: `Sales not cancelled, of ${formatCount(dashboard.allSalesCount)}`,
    beside: withoutClawbacks(dashboard.allActiveCount, dashboard.allClawbackCount),
  };
  const chosenActive: Figure = {
    scope: chosen,
    value: `${formatCount(totals.activeCount)} of ${formatCount(totals.salesCount)}`,
    beside: withoutClawbacks(totals.activeCount, totals.clawbackCount),
  };
  return (
    <div className={FIGURES_GRID}>
      <CommissionSum
        totals={totals}
        pendingDays={dashboard.pendingDays}
        chosen={days === '' || chosen.startsWith(days) ? chosen : `${chosen}: ${days}`}
        onShow={onShow}
      />
      <Headline
        title="Total Sales Value"
        figures={
          isEverySale
            ? [{ ...allSales, beside: net }]
            : [allSales, { scope: chosen, value: formatSignedCents(totals.salesCents), beside: net }]
        }
      />
      <Headline
        title="Active Subscriptions"
        figures={isEverySale ? [allActive] : [allActive, chosenActive]}
      />
    </div>
  );
}

/** A clawback that is not cancelled counts as the specification counts, but is no subscription. */
function withoutClawbacks(activeCount: number, clawbackCount: number): Figure['beside'] {
  if (clawbackCount === 0) return undefined;
  return { label: 'Without clawbacks', value: formatCount(activeCount - clawbackCount) };
}

const FIGURES_GRID =
  'grid grid-cols-2 gap-3 max-[17rem]:flex max-[17rem]:flex-col lg:grid-cols-[2fr_1fr_1fr]';

export function FiguresSkeleton() {
  return (
    <div className={FIGURES_GRID} aria-hidden="true">
      <Skeleton className="col-span-2 h-56 w-full md:h-48 lg:col-span-1 lg:h-56" />
      <Skeleton className="h-56 w-full md:h-52" />
      <Skeleton className="h-56 w-full md:h-52" />
    </div>
  );
}

interface CommissionSumProps {
  totals: SalesTotals;
  pendingDays: number;
  /** Which sales are counted. */
  chosen: string;
  onShow(group: CommissionGroup): void;
}

/**
 * Shows the remaining commission as a sum. Each part opens to say what it counts, and links to its sales. The
 * commission of cancelled sales is shown beside the sum, because no part contains it.
 */
function CommissionSum({ totals, pendingDays, chosen, onShow }: CommissionSumProps) {
  const id = useId();
  const [openGroup, setOpenGroup] = useState<CommissionGroup | null>(null);
  const { summed, beside } = partsOf(totals, pendingDays);
  const open = [...summed, beside].find(({ group }) => group === openGroup);
  const opener = (part: SumPart) => (
    <PartOpener
      part={part}
      isOpen={part === open}
      panelId={`${id}-part`}
      onToggle={() => setOpenGroup(part === open ? null : part.group)}
    />
  );
  return (
    <section className="col-span-2 min-w-0 rounded-panel border border-line bg-surface px-3 py-3 md:px-5 lg:col-span-1">
      <h3 className="font-sans text-sm leading-5">Remaining commission</h3>
      <p className="text-xs leading-4 text-muted">{chosen}</p>
      <p className="tabular my-0.5 font-display text-3xl leading-10 font-semibold tracking-tight wrap-anywhere">
        {formatSignedCents(totals.netCommissionCents)}
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields. */}
      <div role="group" aria-label="How it adds up" className="flex flex-wrap items-stretch gap-x-1 gap-y-1">
        {summed.map((part) => (
          <span key={part.group} className="flex min-w-0 items-center gap-1">
            <span className="w-3 text-center font-medium text-muted">{part.sign}</span>
            {opener(part)}
          </span>
        ))}
        {/* On a phone it has a line of its own: beside the sum it would look like a part that is subtracted. */}
        <span className="flex min-w-0 items-center gap-1 max-md:w-full max-md:border-t max-md:border-line max-md:pt-1 md:ml-auto md:border-l md:border-line md:pl-2">
          {opener(beside)}
        </span>
      </div>
      {/* Parts cannot be opened on paper, so a printed page explains each part. */}
      <ul className="mt-2 hidden border-t border-line pt-2 text-xs print:block">
        {[...summed, beside].map(({ group, label, rule }) => (
          <li key={group}>{`${label}: ${rule}`}</li>
        ))}
      </ul>
      <div id={`${id}-part`} className="mt-2 text-sm print:hidden" hidden={open === undefined}>
        {open === undefined ? null : (
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-2">
            <p className="min-w-0 grow basis-60">{open.rule}</p>
            {open.count === 0 ? null : (
              <Button className="text-sm" onClick={() => onShow(open.group)}>
                {open.action}
              </Button>
            )}
          </div>
        )}
      </div>
    </section>
  );
}

interface PartOpenerProps {
  part: SumPart;
  isOpen: boolean;
  panelId: string;
  onToggle(): void;
}

function PartOpener({ part, isOpen, panelId, onToggle }: PartOpenerProps) {
  return (
    <button
      type="button"
      data-sum-part={part.group}
      aria-expanded={isOpen}
      aria-controls={panelId}
      onClick={onToggle}
      className="kept-on-paper min-h-11 min-w-0 cursor-pointer rounded-control px-1.5 py-1 text-left hover:bg-sunken aria-expanded:bg-sunken"
    >
      <span className="flex items-center gap-1 text-xs leading-4 text-muted underline decoration-dotted underline-offset-4">
        <span>{part.label}</span>
        <Chevron className={isOpen ? 'rotate-180' : ''} />
      </span>{' '}
      <span className="tabular block text-sm leading-5 font-medium wrap-anywhere">{part.value}</span>
    </button>
  );
}

interface Figure {
  /** Which sales it counts. */
  scope: string;
  value: string;
  /** What the value counts. */
  rule?: string;
  /** Another way to count the same sales. */
  beside?: { label: string; value: string } | undefined;
}

/** One figure, of all sales and of the chosen ones. */
function Headline({ title, figures }: { title: string; figures: readonly Figure[] }) {
  return (
    <section className="min-w-0 rounded-panel border border-line bg-surface px-3 py-3 md:px-5">
      <h3 className="font-sans text-sm leading-5">{title}</h3>
      {figures.map(({ scope, value, rule, beside }, index) => (
        <div key={scope} className={index === 0 ? '' : 'mt-2 border-t border-line pt-2'}>
          <p className="text-xs leading-4 text-muted">{scope}</p>
          <p className="tabular my-0.5 font-display text-lg leading-7 font-medium tracking-tight wrap-anywhere sm:text-2xl sm:leading-9">
            {value}
          </p>
          {rule === undefined ? null : <p className="text-xs leading-4 text-muted">{rule}</p>}
          {beside === undefined ? null : (
            <dl className="flex flex-wrap justify-between gap-x-2 text-xs leading-4">
              <dt className="text-muted">{beside.label}</dt>
              <dd className="tabular font-medium wrap-anywhere">{beside.value}</dd>
            </dl>
          )}
        </div>
      ))}
    </section>
  );
}

interface SumPart {
  group: CommissionGroup;
  /** The sign before this part. '' for the part beside the sum. */
  sign: '=' | '+' | '\u2212' | '';
  label: string;
  value: string;
  count: number;
  /** What the part counts. */
  rule: string;
  /** The label of the button that shows its sales. */
  action: string;
}

/** Remaining commission = earned + pending − clawed back. None of these contains cancelled sales. */
function partsOf(totals: SalesTotals, pendingDays: number): { summed: SumPart[]; beside: SumPart } {
  const action = (count: number) => (count === 1 ? 'Show this sale' : `Show these ${counted(count, 'sale')}`);
  const part = (shape: Omit<SumPart, 'value' | 'action'> & { cents: number }): SumPart => {
    const { cents, ...others } = shape;
    return { ...others, value: formatSignedCents(cents), action: action(shape.count) };
  };
  return {
    summed: [
      part({
        group: 'earned',
        sign: '=',
        label: COMMISSION_WORDS.earned.label,
        cents: totals.earnedCents,
        count: totals.earnedCount,
        rule: `${counted(totals.earnedCount, 'sale')} at least ${pendingDays} days old and not cancelled.`,
      }),
      part({
        group: 'pending',
        sign: '+',
        label: COMMISSION_WORDS.pending.label,
        cents: totals.pendingCents,
        count: totals.pendingCount,
        rule: `${counted(totals.pendingCount, 'sale')} younger than ${pendingDays} days. A sale can still be cancelled.`,
      }),
      part({
        group: 'clawback',
        sign: '\u2212',
        label: COMMISSION_WORDS.clawback.label,
        cents: -totals.clawbackCents || 0,
        count: totals.clawbackCount,
        rule: `${counted(totals.clawbackCount, 'sale')} with a negative commission, which reverses the commission of another sale.`,
      }),
    ],
    beside: part({
      group: 'cancelled',
      sign: '',
      label: 'Cancelled, not counted',
      cents: totals.cancelledCents,
      count: totals.cancelledCount,
      rule: `${counted(totals.cancelledCount, 'cancelled sale')}. Their commission was taken back, so it is in none of the other figures.`,
    }),
  };
}
