import type { SalesSums, SeriesStep } from '@corvane/shared/contracts/backend/sales/sales-dashboard';
import { SALES_FILTER_LIMITS } from '@corvane/shared/contracts/backend/sales/sales-filter';
import type { DateRange, SalesSearch } from '../search.ts';

/** What a press on a bar shows alone: its days, its product or its billing. */
export type BarChoice = Partial<SalesSearch>;

/** What a bar measures. Dollars, not cents, because the axis shows dollars. */
export type BarUnit = 'dollars' | 'count';

/** One bar. The remaining part is filled and the cancelled part is hatched, so they differ without color. */
export interface BarDatum {
  label: string;
  kept: number;
  cancelled: number;
  unit: BarUnit;
  /** The bar covers less time than its label says. It is paler, with a broken outline. */
  isPartial: boolean;
  /** What remains of the same step in the period before. */
  before?: number | undefined;
  target?: number | undefined;
  choice?: BarChoice | undefined;
}

export type Measure = 'sales' | 'commission' | 'count';

export function barOf(label: string, sums: SalesSums, measure: Measure): BarDatum {
  const [all, kept] = {
    sales: [sums.salesCents / 100, sums.netSalesCents / 100],
    commission: [sums.commissionCents / 100, sums.netCommissionCents / 100],
    count: [sums.salesCount, sums.activeCount],
  }[measure] as [number, number];
  const cancelled = measure === 'count' ? all - kept : Math.round((all - kept) * 100) / 100;
  return { label, kept, cancelled, unit: measure === 'count' ? 'count' : 'dollars', isPartial: false };
}

export interface LabeledSums extends SalesSums {
  label: string;
  /** Of the same step in the period before. */
  before?: SalesSums | undefined;
  targetCents?: number | undefined;
  choice?: BarChoice | undefined;
}

/** The most bars that people can read at a glance. */
export const DRAWN_AT_MOST = 6;

/** The largest products by name, and the rest in one bar. The bars still add up to the total. */
export function foldedProducts(products: readonly (SalesSums & { productName: string })[]): LabeledSums[] {
  const labeled: LabeledSums[] = products.map((sums) => ({ ...sums, ...namedProduct(sums) }));
  if (labeled.length <= DRAWN_AT_MOST) return labeled;
  const others = labeled.slice(DRAWN_AT_MOST - 1);
  return [
    ...labeled.slice(0, DRAWN_AT_MOST - 1),
    {
      ...addedUp(others),
      label: `${others.length} others`,
      // An address takes no more.
      choice:
        others.length > SALES_FILTER_LIMITS.products
          ? undefined
          : { products: others.map(({ label }) => label) },
    },
  ];
}

export const namedProduct = ({ productName }: { productName: string }) => ({
  label: productName,
  choice: { products: [productName] },
});

function addedUp(all: readonly SalesSums[]): SalesSums {
  const sum = (key: keyof SalesSums) => all.reduce((total, sums) => total + sums[key], 0);
  return {
    salesCount: sum('salesCount'),
    activeCount: sum('activeCount'),
    salesCents: sum('salesCents'),
    netSalesCents: sum('netSalesCents'),
    commissionCents: sum('commissionCents'),
    netCommissionCents: sum('netCommissionCents'),
  };
}

const BAR_PX = 34;
const AXIS_PX = 30;

/** The height of horizontal bars with their axis. */
export const groupBarsPx = (count: number) => count * BAR_PX + AXIS_PX;

const DAY: Intl.DateTimeFormatOptions = { month: 'short', day: 'numeric' };
const SHORT_MONTH: Intl.DateTimeFormatOptions = { month: 'short' };
const FORMATS: Record<SeriesStep, Intl.DateTimeFormatOptions> = {
  day: DAY,
  week: DAY,
  month: { month: 'short', year: 'numeric' },
  year: { year: 'numeric' },
};
/** What is not cancelled of the same step, earlier. */
export const BEFORE_LABEL = 'Active, period before';

export const STEP_WORDS = { day: 'by day', week: 'by week', month: 'by month', year: 'by year' } as const;
export const STEP_HEADS: Record<SeriesStep, string> = {
  day: 'Day',
  week: 'Week of',
  month: 'Month',
  year: 'Year',
};

/** A calendar day is the same in every time zone. @example stepLabel('2026-11-01', 'month') // 'Nov 2026' */
export function stepLabel(startsOn: string, step: SeriesStep): string {
  const label = format(startsOn, FORMATS[step]);
  return step === 'week'
    ? `Week of ${label}, ${startsOn.slice(0, 4)}`
    : label + (step === 'day' ? `, ${startsOn.slice(0, 4)}` : '');
}

/** A short label for the axis. A year gets an apostrophe, because 'Nov 24' would read as a day. */
export function shortStepLabel(startsOn: string, step: SeriesStep): string {
  if (step !== 'month') return format(startsOn, FORMATS[step]);
  return `${format(startsOn, SHORT_MONTH)} '${startsOn.slice(2, 4)}`;
}

/**
 * Why a step covers less time than its name says: the range cuts it, or it has not ended. null when it is complete.
 * @param range the chosen days. An open end does not cut a step, nor does today
 */
export function partialWords(
  startsOn: string,
  step: SeriesStep,
  range: DateRange,
  today: string,
): string | null {
  const end = lastDayOf(startsOn, step);
  const isRunning = startsOn <= today && today < end;
  const isCut = startsOn < (range.from ?? startsOn) || (range.to ?? end) < (isRunning ? today : end);
  if (isCut) return 'in part';
  return isRunning ? 'so far' : null;
}

/** The days of a step within a range, no later than today. An open end is the step's own. */
export function daysOfStep(startsOn: string, step: SeriesStep, range: DateRange, today: string): DateRange {
  const ends = [lastDayOf(startsOn, step), range.to ?? today, ...(startsOn <= today ? [today] : [])];
  const [to = null] = ends.sort();
  return { from: range.from !== null && range.from > startsOn ? range.from : startsOn, to };
}

function lastDayOf(startsOn: string, step: SeriesStep): string {
  const [year = 0, month = 0, day = 0] = startsOn.split('-').map(Number);
  const next = {
    day: [year, month - 1, day + 1],
    week: [year, month - 1, day + 7],
    month: [year, month, 1],
    year: [year + 1, 0, 1],
  }[step] as [number, number, number];
  return new Date(Date.UTC(...next) - 86_400_000).toISOString().slice(0, 10);
}

const made = new Map<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>();

/** A format takes longer to make than all labels of a chart. */
function format(day: string, options: Intl.DateTimeFormatOptions): string {
  const format = made.get(options) ?? new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' });
  made.set(options, format);
  return format.format(new Date(`${day}T00:00:00Z`));
}
