import { COMMISSION_PENDING_DAYS } from '@corvane/shared/contracts/backend/terms';
import { daysAgo, today } from '../../supabase/tests/sales-sample.ts';
import type { FigureSale, FiguresView } from './sample.ts';
import { stepsOf } from './steps.ts';

const DRAWN_AT_MOST = 6;

/** In US cents; `cancelled` is the canceled part of `all`. */
export interface Part {
  label: string;
  sales: { all: number; cancelled: number };
  commission: { all: number; cancelled: number };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const kept = (sales: readonly FigureSale[]) => sales.filter((sale) => !sale.is_cancelled);
const cancelled = (sales: readonly FigureSale[]) => sales.filter((sale) => sale.is_cancelled);
const amounts = (sales: readonly FigureSale[]) => sum(sales.map((sale) => sale.sale_amount));
const commissions = (sales: readonly FigureSale[]) => sum(sales.map((sale) => sale.commission));

/** The group of a sale's commission, in the words of the page. */
export function groupOf(sale: FigureSale): 'Earned' | 'Pending' | 'Clawback' | 'Cancelled' {
  if (sale.is_cancelled) return 'Cancelled';
  if (sale.commission < 0) return 'Clawback';
  return sale.sale_date > daysAgo(COMMISSION_PENDING_DAYS) ? 'Pending' : 'Earned';
}

/** From whole cents, without a fraction on the way. @example dollars(-123450) // '−$1,234.50' */
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

/** All that the page says of these sales outside the charts, added up sale by sale. */
export function figuresOf(sales: readonly FigureSale[]) {
  const ofGroup = (group: string) => commissions(sales.filter((sale) => groupOf(sale) === group));
  const cancelledSales = counted(cancelled(sales).length, 'cancelled sale');
  return {
    cards: {
      'Total Sales Value': [
        dollars(amounts(sales)),
        `All ${counted(sales.length, 'sale')}, cancelled ones included`,
      ],
      'Active Subscriptions': [
        grouped(String(kept(sales).length)),
        `Sales not cancelled, of ${grouped(String(sales.length))}`,
      ],
    },
    figures: {
      'Net of cancellations': [dollars(amounts(kept(sales))), `Sales value without ${cancelledSales}`],
      'Commission earned': [
        dollars(ofGroup('Earned')),
        `Sales not cancelled, at least ${COMMISSION_PENDING_DAYS} days old`,
      ],
      'Commission pending': [
        dollars(ofGroup('Pending')),
        `Younger than ${COMMISSION_PENDING_DAYS} days, could still be cancelled`,
      ],
      'Commission clawed back': [
        dollars(ofGroup('Cancelled') - ofGroup('Clawback')),
        'Of cancelled sales, and negative commissions',
      ],
    },
    remains: dollars(commissions(kept(sales))),
    foot:
      sales.length === 0
        ? []
        : [
            [
              `Total of ${counted(sales.length, 'sale')}`,
              dollars(amounts(sales)),
              dollars(commissions(sales)),
            ],
            [`Without ${cancelledSales}`, dollars(amounts(kept(sales))), dollars(commissions(kept(sales)))],
          ],
  };
}

export interface ExpectedChart {
  title: string;
  unit: string;
  /** Rows of its table. */
  parts: Part[];
  /** Its bars. */
  drawn: Part[];
}

/** The charts of these sales; none when there are no sales. */
export function chartsOf(sales: readonly FigureSale[], view: FiguresView): ExpectedChart[] {
  if (sales.length === 0) return [];
  const days = sales.map((sale) => sale.sale_date).sort();
  const [last = today] = [...days, today].sort().slice(-1);
  const { step, starts } = stepsOf(view.from ?? days[0] ?? today, view.to ?? last);
  const series = starts.map(({ label, startsOn }, index) => {
    const next = starts[index + 1]?.startsOn ?? '9999';
    return partOf(
      label,
      sales.filter((sale) => sale.sale_date >= startsOn && sale.sale_date < next),
    );
  });
  const products = [...new Set(sales.map((sale) => sale.product_name))]
    .map((name) =>
      partOf(
        name,
        sales.filter((sale) => sale.product_name === name),
      ),
    )
    .sort((a, b) => b.sales.all - a.sales.all || (a.label < b.label ? -1 : 1));
  const billing = (['monthly', 'annual'] as const).flatMap((frequency) => {
    const sold = sales.filter((sale) => sale.billing_frequency === frequency);
    return sold.length === 0 ? [] : [partOf(frequency === 'monthly' ? 'Monthly' : 'Annual', sold)];
  });
  const unit = 'Sales value, US dollars';
  return [
    { title: 'Sales and commission over time', unit: `US dollars, by ${step}`, parts: series, drawn: series },
    { title: 'Sales by product', unit, parts: products, drawn: folded(products, sales) },
    { title: 'Sales by billing frequency', unit, parts: billing, drawn: billing },
  ];
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
  };
}

/** A row of a chart's table. */
export function tableRowOf({ label, sales, commission }: Part): string[] {
  return [label, ...[sales.all, sales.cancelled, commission.all, commission.cancelled].map(dollars)];
}
