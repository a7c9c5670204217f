import type { CommissionGroup } from '@corvane/shared/contracts/backend/sales/sales-filter';
import { periodBefore } from '../../portal/src/features/commissions/period-before.ts';
import { groupOf as groupNameOf, today } from '../../supabase/tests/fixtures/sales-sample.ts';
import type { BarValue } from './bars.ts';
import { daysOf, type FigureSale, type FiguresView, salesOf } from './sample.ts';
import { stepsOf } from './steps.ts';

const DRAWN_AT_MOST = 6;

/** In US cents and numbers of sales. */
interface Part {
  label: string;
  sales: BarValue;
  commission: BarValue;
  count: BarValue;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const kept = (sales: readonly FigureSale[]) => sales.filter((sale) => !sale.is_cancelled);
const cancelled = (sales: readonly FigureSale[]) => sales.filter((sale) => sale.is_cancelled);
const amounts = (sales: readonly FigureSale[]) => sum(sales.map((sale) => sale.sale_amount));
const commissions = (sales: readonly FigureSale[]) => sum(sales.map((sale) => sale.commission));

const GROUP_WORDS: Record<CommissionGroup, string> = {
  earned: 'Earned',
  pending: 'Pending',
  clawback: 'Clawed back',
  cancelled: 'Cancelled',
};

/** The group of a sale's commission, in the page's words. */
export function groupOf(sale: FigureSale): string {
  return GROUP_WORDS[groupNameOf(sale)];
}

/** From whole cents, without fractions. @example dollars(-123450) // '−$1,234.50' */
export function dollars(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '\u2212' : ''}$${grouped(digits.slice(0, -2))}.${digits.slice(-2)}`;
}

function grouped(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ',');
}

function counted(count: number, noun: string): string {
  return `${grouped(String(count))} ${noun}${count === 1 ? '' : 's'}`;
}

/** The page's name for the sales of a view. */
function chosenWords(view: FiguresView): { name: string; days: string } {
  const { from, to } = daysOf(view);
  const { isThisMonth, from: _from, to: _to, sort, order, ...filters } = view;
  const day = (isoDate: string) => stepsOf(isoDate, isoDate).starts[0]?.label ?? '';
  const days =
    from && to ? `${day(from)} to ${day(to)}` : from ? `Since ${day(from)}` : to ? `Until ${day(to)}` : '';
  const name = isThisMonth ? 'This month' : days || 'All time';
  return { name: Object.keys(filters).length > 0 ? `${name}, filtered` : name, days };
}

/**
 * All figures on the page outside the charts, added up sale by sale.
 * @param everySale all sales, ignoring the view, because the two headlines count them
 */
export function figuresOf(sales: readonly FigureSale[], everySale: readonly FigureSale[], view: FiguresView) {
  const ofGroup = (group: CommissionGroup) => sales.filter((sale) => groupNameOf(sale) === group);
  const part = (group: CommissionGroup, way = 1) => dollars(way * commissions(ofGroup(group)) || 0);
  const cancelledSales = counted(cancelled(sales).length, 'cancelled sale');
  const { name, days } = chosenWords(view);
  const isEverySale = name === 'All time';
  const net = ['Net of cancellations', dollars(amounts(kept(sales)))];
  const withoutClawbacks = (some: readonly FigureSale[]) => {
    const clawbacks = some.filter((sale) => groupNameOf(sale) === 'clawback').length;
    return clawbacks === 0 ? [] : ['Without clawbacks', grouped(String(kept(some).length - clawbacks))];
  };
  const activeOf = `${grouped(String(kept(sales).length))} of ${grouped(String(sales.length))}`;
  return {
    cards: {
      'Total Sales Value': [
        'All time',
        dollars(amounts(everySale)),
        `All ${counted(everySale.length, 'sale')}, including cancelled ones`,
        ...(isEverySale ? net : [name, dollars(amounts(sales)), ...net]),
      ],
      'Active Subscriptions': [
        'All time',
        grouped(String(kept(everySale).length)),
        `Sales not cancelled, of ${grouped(String(everySale.length))}`,
        ...withoutClawbacks(everySale),
        ...(isEverySale ? [] : [name, activeOf, ...withoutClawbacks(sales)]),
      ],
    },
    remains: {
      chosen: days === '' || name.startsWith(days) ? name : `${name}: ${days}`,
      value: dollars(commissions(kept(sales))),
    },
    sum: [
      ['=', 'Earned', part('earned')],
      ['+', 'Pending', part('pending')],
      ['\u2212', 'Clawed back', part('clawback', -1)],
    ],
    beside: ['Cancelled, not counted', part('cancelled')],
    foot:
      sales.length === 0
        ? []
        : [
            [
              `Total of ${counted(sales.length, 'sale')}`,
              dollars(amounts(sales)),
              dollars(commissions(sales)),
            ],
            ...(cancelled(sales).length === 0
              ? []
              : [
                  [
                    `Without ${cancelledSales}`,
                    dollars(amounts(kept(sales))),
                    dollars(commissions(kept(sales))),
                  ],
                ]),
          ],
  };
}

export interface ExpectedChart {
  title: string;
  unit: string;
  /** Rows of the chart's table. */
  rows: string[][];
  /** Names of the chart's bars. */
  labels: string[];
  drawings: ExpectedDrawing[];
  /** What the drawing shows after a press on its switch. */
  switched?: ExpectedDrawing;
}

interface ExpectedDrawing {
  values: BarValue[];
  write: (value: number) => string;
  /** What remained in each step of the period before. */
  before?: number[];
}

/** The charts of the chosen sales. None when there are none. @param everySale also those of the period before */
export function chartsOf(everySale: readonly FigureSale[], view: FiguresView): ExpectedChart[] {
  const sales = salesOf(everySale, view);
  if (sales.length === 0) return [];
  const days = sales.map((sale) => sale.sale_date).sort();
  const [last = today] = [...days, today].sort().slice(-1);
  const chosen = daysOf(view);
  const { step, starts } = stepsOf(chosen.from ?? days[0] ?? today, chosen.to ?? last, chosen);
  const series = starts.map(({ label, startsOn }, index) => {
    const next = starts[index + 1]?.startsOn ?? '9999';
    return partOf(
      label,
      sales.filter((sale) => sale.sale_date >= startsOn && sale.sale_date < next),
    );
  });
  const earlier = periodBefore({ from: chosen.from ?? null, to: chosen.to ?? null }, today);
  const before = earlier === null ? [] : seriesBefore(everySale, view, earlier, step).slice(0, series.length);
  const products = [...new Set(sales.map((sale) => sale.product_name))]
    .map((name) =>
      partOf(
        name,
        sales.filter((sale) => sale.product_name === name),
      ),
    )
    .sort((a, b) => b.sales.all - a.sales.all || (a.label < b.label ? -1 : 1));
  const drawnProducts = folded(products, sales);
  const billing = (['monthly', 'annual'] as const).flatMap((frequency) => {
    const sold = sales.filter((sale) => sale.billing_frequency === frequency);
    if (sold.length === 0) return [];
    const yearly = sold.map((sale) => ({
      ...sale,
      sale_amount: sale.sale_amount * (frequency === 'monthly' ? 12 : 1),
    }));
    return [partOf(frequency === 'monthly' ? 'Monthly' : 'Annual', yearly)];
  });
  const money = (values: BarValue[]) => ({ values, write: dollars });
  return [
    {
      title: 'Sales and commission over time',
      unit: `Sales value, US dollars, by ${step}`,
      rows: series.map((part, at) => {
        const remained = before[at];
        if (before.length === 0) return tableRowOf(part);
        return [
          ...tableRowOf(part),
          ...(remained ? [remained.sales, remained.commission].map(dollars) : ['', '']),
        ];
      }),
      labels: series.map(({ label }) => label),
      drawings: [
        { ...money(series.map((part) => part.sales)), before: before.map((remained) => remained.sales) },
      ],
      switched: {
        ...money(series.map((part) => part.commission)),
        before: before.map((remained) => remained.commission),
      },
    },
    {
      title: 'Sales by product',
      unit: 'Sales value, US dollars',
      rows: products.map(tableRowOf),
      labels: drawnProducts.map(({ label }) => label),
      drawings: [money(drawnProducts.map((part) => part.sales))],
    },
    {
      title: 'Sales by billing frequency',
      unit: 'Number of sales, and their value per year in US dollars',
      rows: billing.map((part) => [
        part.label,
        ...[part.count.all, part.count.cancelled].map((hundredths) => grouped(String(hundredths / 100))),
        ...[part.sales.all, part.sales.cancelled].map(dollars),
      ]),
      labels: billing.map(({ label }) => label),
      drawings: [
        {
          values: billing.map((part) => part.count),
          write: (hundredths) => grouped(String(hundredths / 100)),
        },
        money(billing.map((part) => part.sales)),
      ],
    },
  ];
}

/** What remained in each step of the period before. Empty if it has other steps. */
function seriesBefore(
  everySale: readonly FigureSale[],
  view: FiguresView,
  days: { from: string; to: string },
  step: string,
): { sales: number; commission: number }[] {
  const sales = kept(salesOf(everySale, { ...view, ...days, isThisMonth: false }));
  const steps = stepsOf(days.from, days.to, days);
  if (steps.step !== step) return [];
  return steps.starts.map(({ startsOn }, index) => {
    const next = steps.starts[index + 1]?.startsOn ?? '9999';
    const some = sales.filter((sale) => sale.sale_date >= startsOn && sale.sale_date < next);
    return { sales: amounts(some), commission: commissions(some) };
  });
}

function folded(products: readonly Part[], sales: readonly FigureSale[]): Part[] {
  if (products.length <= DRAWN_AT_MOST) return [...products];
  const largest = products.slice(0, DRAWN_AT_MOST - 1);
  const rest = sales.filter((sale) => !largest.some(({ label }) => label === sale.product_name));
  return [...largest, partOf(`${products.length - largest.length} others`, rest)];
}

function partOf(label: string, sales: readonly FigureSale[]): Part {
  return {
    label,
    sales: { all: amounts(sales), cancelled: amounts(cancelled(sales)) },
    commission: { all: commissions(sales), cancelled: commissions(cancelled(sales)) },
    count: { all: 100 * sales.length, cancelled: 100 * cancelled(sales).length },
  };
}

/** A row of a chart's table. */
function tableRowOf({ label, sales, commission }: Part): string[] {
  return [label, ...[sales.all, sales.cancelled, commission.all, commission.cancelled].map(dollars)];
}
