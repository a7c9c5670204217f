import type { SalesSums } from '@corvane/shared/contracts/backend/sales/sales-dashboard';
import { Skeleton } from '@corvane/shared/ui/data-states';
import { type CSSProperties, type ReactElement, type ReactNode, useState } from 'react';
import type { FilteredDashboard } from '../api.ts';
import { searchOfDays } from '../search.ts';
import { BILLING_LABELS, STATUS_LABELS } from '../words.ts';
import {
  type BarChoice,
  BEFORE_LABEL,
  barOf,
  DRAWN_AT_MOST,
  daysOfStep,
  foldedProducts,
  groupBarsPx,
  namedProduct,
  partialWords,
  STEP_HEADS,
  STEP_WORDS,
  shortStepLabel,
  stepLabel,
} from './bars.ts';
import type * as Drawings from './drawings.tsx';

export interface ChartFiguresProps {
  dashboard: Pick<FilteredDashboard, 'series' | 'byProduct' | 'byBillingFrequency' | 'filter' | 'today'>;
  /** null while they load. The figures have their final height then, too. */
  drawings: typeof Drawings | null;
  /** The series of the period before. Empty without one, and while it loads. */
  before?: readonly SalesSums[];
  onChoose?(choice: BarChoice): void;
}

/** Every figure comes from the dashboard. */
export function ChartFigures(props: ChartFiguresProps) {
  return (
    <div className="grid gap-3 lg:grid-cols-2">
      <SeriesChart {...props} />
      <ProductChart {...props} />
      <BillingChart {...props} />
    </div>
  );
}

const SERIES_PX = 272;
const MEASURES = { sales: 'Sales value', commission: 'Commission' } as const;

/** Sales or commission over time. A step without sales is drawn as zero. */
function SeriesChart({ dashboard, drawings, before = [], onChoose }: ChartFiguresProps) {
  const { series, filter, today } = dashboard;
  const [measure, setMeasure] = useState<keyof typeof MEASURES>('sales');
  const points = series.points.map((point, at) => {
    const partial = partialWords(point.startsOn, series.step, filter, today);
    const label = stepLabel(point.startsOn, series.step);
    return {
      ...point,
      label: partial === null ? label : `${label} (${partial})`,
      short: shortStepLabel(point.startsOn, series.step),
      isPartial: partial !== null,
      before: before[at],
      // Some days of a month are not measured by the target of the whole.
      targetCents: partial === 'in part' ? undefined : point.targetCents,
      choice: searchOfDays(daysOfStep(point.startsOn, series.step, filter, today), today),
    };
  });
  const keys: Key[] = [];
  if (points.some(({ isPartial }) => isPartial))
    keys.push(['size-3 border border-dashed border-data bg-data/45', `Not a whole ${series.step}`]);
  if (before.length > 0) keys.push(['size-3 border border-data bg-data/10', BEFORE_LABEL]);
  if (measure === 'sales' && points.some(({ targetCents }) => targetCents !== undefined))
    keys.push(['w-5 border-t-2 border-dashed border-ink', 'Target']);
  return (
    <ChartFigure
      className="lg:col-span-2"
      title="Sales and commission over time"
      unit={`${MEASURES[measure]}, US dollars, ${STEP_WORDS[series.step]}`}
      keys={keys}
      table={
        drawings && (
          <drawings.FiguresTable
            caption="Sales and commission over time"
            head={STEP_HEADS[series.step]}
            rows={points}
            onChoose={onChoose}
          />
        )
      }
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as one row in every browser */}
      <div role="group" aria-label="What the bars show" className="mb-2 flex gap-2 print:hidden">
        {(['sales', 'commission'] as const).map((option) => (
          <button
            key={option}
            type="button"
            aria-pressed={option === measure}
            onClick={() => setMeasure(option)}
            className="min-h-11 cursor-pointer rounded-control border border-control px-3 text-sm font-medium text-ink hover:bg-sunken aria-pressed:border-ink aria-pressed:bg-ink aria-pressed:text-paper md:min-h-8"
          >
            {MEASURES[option]}
          </button>
        ))}
      </div>
      <DrawingPlace heightPx={SERIES_PX}>
        {drawings && (
          <drawings.StepBars
            {...{ points, measure, onChoose, step: series.step }}
            title={MEASURES[measure]}
            height={SERIES_PX}
          />
        )}
      </DrawingPlace>
    </ChartFigure>
  );
}

const PRODUCT_TITLE = 'Sales by product';

/** As high for one product as for many, so that its place is known before its figures. */
function ProductChart({ dashboard: { byProduct }, drawings, onChoose }: ChartFiguresProps) {
  const rows = byProduct.map((sums) => ({ ...sums, ...namedProduct(sums) }));
  return (
    <ChartFigure
      title={PRODUCT_TITLE}
      unit="Sales value, US dollars"
      table={
        drawings && <drawings.FiguresTable caption={PRODUCT_TITLE} head="Product" {...{ rows, onChoose }} />
      }
    >
      <DrawingPlace heightPx={groupBarsPx(DRAWN_AT_MOST)}>
        {drawings && (
          <drawings.GroupBars
            title={PRODUCT_TITLE}
            bars={foldedProducts(byProduct).map((sums) => ({
              ...barOf(sums.label, sums, 'sales'),
              choice: sums.choice,
            }))}
            onChoose={onChoose}
          />
        )}
      </DrawingPlace>
    </ChartFigure>
  );
}

const BILLING_TITLE = 'Sales by billing frequency';

/** A sale's amount covers one billing period. Twelve months make one year. */
const PERIODS_PER_YEAR = { monthly: 12, annual: 1 } as const;
const FREQUENCIES = Object.keys(PERIODS_PER_YEAR).length;

/**
 * Monthly and annual amounts cannot be compared. So this chart compares the number of sales and their value per year.
 */
function BillingChart({ dashboard: { byBillingFrequency }, drawings, onChoose }: ChartFiguresProps) {
  const rows = byBillingFrequency.map((sums) => {
    const periods = PERIODS_PER_YEAR[sums.billingFrequency];
    return {
      ...sums,
      label: BILLING_LABELS[sums.billingFrequency],
      choice: { billing_frequencies: [sums.billingFrequency] },
      salesCents: sums.salesCents * periods,
      netSalesCents: sums.netSalesCents * periods,
    };
  });
  return (
    <ChartFigure
      title={BILLING_TITLE}
      unit="Number of sales, and their value per year in US dollars"
      table={
        drawings && (
          <drawings.FiguresTable
            caption={BILLING_TITLE}
            head="Billing frequency"
            columns={drawings.YEARLY_COLUMNS}
            {...{ rows, onChoose }}
          />
        )
      }
    >
      {(['count', 'sales'] as const).map((measure) => {
        const title = measure === 'count' ? 'Number of sales' : 'Value per year (US$)';
        return (
          <DrawingPlace key={measure} title={title} heightPx={groupBarsPx(FREQUENCIES)}>
            {drawings && (
              <drawings.GroupBars
                title={`${BILLING_TITLE}, ${title}`}
                bars={rows.map((sums) => ({ ...barOf(sums.label, sums, measure), choice: sums.choice }))}
                onChoose={onChoose}
              />
            )}
          </DrawingPlace>
        );
      })}
    </ChartFigure>
  );
}

type Key = readonly [look: string, words: string, style?: CSSProperties];

/** The two fills. Forced colors would take the lines of the second, and leave the box of the period before. */
const KEYS: readonly Key[] = [
  ['size-3 bg-data', STATUS_LABELS.active],
  ['hatched size-3 border border-data', STATUS_LABELS.cancelled, { forcedColorAdjust: 'none' }],
];

interface ChartFigureProps {
  title: string;
  /** What is measured, and its unit. */
  unit: string;
  /** Of what only some charts have. */
  keys?: readonly Key[];
  className?: string;
  /** The same figures as a table. null while the drawings load. */
  table: ReactNode;
  children: ReactElement | ReactElement[];
}

/** A chart with its title, its unit, the key to its two fills, and its figures as a table. */
function ChartFigure({ title, unit, keys = [], className = '', table, children }: ChartFigureProps) {
  return (
    <figure
      className={`flex min-w-0 flex-col rounded-panel border border-line bg-surface px-4 py-3 md:px-5 ${className}`}
    >
      <figcaption className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <span>
          <span className="block text-sm leading-5 font-medium">{title}</span>
          <span className="block text-xs leading-4 text-muted">{unit}</span>
        </span>
        <span className="flex flex-wrap gap-x-4 text-xs leading-5 text-muted">
          {[...KEYS, ...keys].map(([look, words, style]) => (
            <span key={words} className="inline-flex items-center gap-1.5">
              <span aria-hidden="true" className={look} style={style} />
              <span>{words}</span>
            </span>
          ))}
        </span>
      </figcaption>
      <div className="grow">{children}</div>
      <details className="mt-1 text-sm">
        <summary className="inline-flex min-h-11 cursor-pointer items-center rounded-control font-medium text-teal underline underline-offset-4 md:min-h-8">
          Figures as a table
        </summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must reach a scrollable element. */}
        <section aria-label={`${title}, figures`} className="max-h-72 overflow-auto" tabIndex={0}>
          {table}
        </section>
      </details>
    </figure>
  );
}

interface DrawingPlaceProps {
  title?: string;
  heightPx: number;
  /** null while the drawing loads. */
  children: ReactElement | null;
}

/** Has the height of its drawing before that arrives, so that nothing below moves. */
function DrawingPlace({ title, heightPx, children }: DrawingPlaceProps) {
  return (
    <>
      {title === undefined ? null : <p className="text-xs leading-5 font-medium text-muted">{title}</p>}
      <div style={{ height: heightPx }}>{children ?? <Skeleton className="h-full" />}</div>
    </>
  );
}
