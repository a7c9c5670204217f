import type {
  SaleExplanation,
  SaleFigure,
  SaleReason,
} from '@corvane/shared/contracts/backend/sales/sale-explanation';
import type {
  BillingFrequency,
  CommissionGroup,
  SaleStatusName,
} from '@corvane/shared/contracts/backend/sales/sales-filter';
import type { ScopedSalesFilter } from '@corvane/shared/contracts/backend/sales/sales-scope';
import type { SalesTableRow } from '@corvane/shared/contracts/backend/sales/sales-table';
import { formatDay } from '@corvane/shared/lib/dates';
import { whenUsed } from '@corvane/shared/lib/when-used';
import { formatSignedCents } from '../../ui/facts/signed-cents.tsx';
import type { StatusShape } from '../../ui/facts/status-mark.tsx';
import { type DateRange, EVERY_DAY, isSameRange, type SalesView, thisMonth } from './search.ts';

export const BILLING_LABELS: Record<BillingFrequency, string> = { monthly: 'Monthly', annual: 'Annual' };

export const STATUS_LABELS: Record<SaleStatusName, string> = { active: 'Active', cancelled: 'Cancelled' };

/** The group of a sale's commission, in words. */
export const COMMISSION_WORDS: Record<CommissionGroup, { label: string; shape: StatusShape; tone: string }> =
  {
    earned: { label: 'Earned', shape: 'dot', tone: 'text-success' },
    pending: { label: 'Pending', shape: 'ring', tone: 'text-ink' },
    clawback: { label: 'Clawed back', shape: 'bar', tone: 'text-danger' },
    cancelled: { label: 'Cancelled', shape: 'cross', tone: 'text-muted' },
  };

interface SaleCustomer {
  name: string;
  /** The second line: company and address, as far as they are known and not the name. */
  detail: string;
}

/** The customer of a sale. Reps may leave out name and company, so the address replaces a missing name. */
export function customerOfSale({ customer }: Pick<SalesTableRow, 'customer'>): SaleCustomer {
  if (customer === null) return { name: 'Unknown Customer', detail: '' };
  const name = customer.name || customer.email || 'Unknown Customer';
  const further = [customer.company, name === customer.email ? '' : customer.email];
  return { name, detail: further.filter((part) => part !== '').join(' · ') };
}

/** The names of the figures on the page. */
export const FIGURE_LABELS: Record<SaleFigure, string> = {
  sales_cents: 'Total Sales Value',
  net_sales_cents: 'Net of cancellations',
  active_count: 'Active Subscriptions',
  commission_cents: 'Commission of all sales',
  earned_cents: 'Commission earned',
  pending_cents: 'Commission pending',
  clawback_cents: 'Commission clawed back',
  cancelled_cents: 'Commission of cancelled sales',
  net_commission_cents: 'Remaining commission',
};

const percent = whenUsed(
  () => new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 4 }),
);

/** How the commission is calculated from the amount, as a sentence. */
export function rateWords({ sale, rate }: SaleExplanation): string {
  const commission = formatSignedCents(sale.commissionCents);
  const amount = formatSignedCents(sale.amountCents);
  if (rate === null) return `The amount of this sale is zero. Its commission was booked as ${commission}.`;
  return `Commission ${commission} is ${percent().format(rate)} of the amount ${amount}.`;
}

/** The rate that managers set for such a sale, and what it gives if the commission is another one. '' without one. */
export function ruleWords({ rule }: SaleExplanation): string {
  if (rule === null) return '';
  const words = ` The rate for it is ${percent().format(rule.basisPoints / 10_000)} since ${formatDay(rule.validFrom)}`;
  if (rule.expectedCents === null) return `${words}.`;
  return `${words}, which gives ${formatSignedCents(rule.expectedCents)}. So the commission differs from it.`;
}

/** The group of the commission, and how long it stays in it. */
export function groupWords(explanation: SaleExplanation): string {
  const { sale, commissionGroup, pendingDays, pendingUntil, reverses } = explanation;
  switch (commissionGroup) {
    case 'cancelled':
      return `The sale was cancelled${sale.cancelledAt === null ? '' : ` on ${formatDay(sale.cancelledAt)}`}, so its commission is taken back.`;
    case 'clawback':
      return `The commission is negative: it reverses the commission of another sale. ${
        reverses === null
          ? 'Which one is not known.'
          : `It is probably the sale of ${formatDay(reverses.saleDate)}.`
      }`;
    case 'pending':
      return `The commission is pending: a sale can still be cancelled for ${pendingDays} days. It counts as earned from ${formatDay(pendingUntil)}.`;
    case 'earned':
      return `The commission is earned: the sale is at least ${pendingDays} days old and not cancelled.`;
  }
}

/** Why the sale counts in a figure, or why it does not. */
export function reasonWords(reason: SaleReason, counts: boolean, pendingDays: number): string {
  switch (reason) {
    case 'every_sale':
      return 'counts every sale';
    case 'not_cancelled':
      return counts ? 'the sale is not cancelled' : 'only for cancelled sales, and this one is not';
    case 'cancelled':
      return 'the sale is cancelled';
    case 'negative_commission':
      return counts ? 'the commission is negative' : 'negative commissions are counted apart';
    case 'not_negative_commission':
      return 'only for negative commissions, and this one is not';
    case 'older_than_pending':
      return counts
        ? `the sale is at least ${pendingDays} days old`
        : `only for sales younger than ${pendingDays} days`;
    case 'within_pending':
      return counts
        ? `the sale is younger than ${pendingDays} days`
        : `only for sales at least ${pendingDays} days old`;
  }
}

/** What the sale adds to a figure. */
export function addsWords(figure: SaleFigure, adds: number): string {
  if (figure === 'active_count') return `${adds}`;
  return formatSignedCents(adds);
}

/** From smallest to largest. `rank` is the mark on the badge. The product's name contains the plan's. */
const PLANS = [
  { namePart: 'foundation', label: 'Foundation+', rank: 1 },
  { namePart: 'accelerate', label: 'Accelerate Pro', rank: 2 },
  { namePart: 'moonshot', label: 'Moonshot', rank: 3 },
  { namePart: 'enterprise', label: 'Enterprise', rank: 4 },
] as const;

export const PLAN_COUNT = PLANS.length;

interface ProductPlan {
  label: string;
  /** From 1, the smallest plan, to `PLAN_COUNT`. null for a product that is not a plan. */
  rank: number | null;
}

/** @example planOfProduct('Accelerate (annual)') // { label: 'Accelerate Pro', rank: 2 } */
export function planOfProduct(productName: string): ProductPlan {
  const lowerCaseName = productName.toLowerCase();
  const plan = PLANS.find(({ namePart }) => lowerCaseName.includes(namePart));
  return plan ? { label: plan.label, rank: plan.rank } : { label: productName, rank: null };
}

/* What is said about a choice of sales. A file of its own, because the early calls need none of it. */

/** A filter other than the dates is active. A scope is none. */
export function isNarrowed({ scope, from, to, ...others }: ScopedSalesFilter): boolean {
  return Object.values(others).some((value) => value !== null);
}

/** There is something to clear: dates, a filter or an order. */
export function isChosen({ filter, sort, direction }: SalesView, today: string): boolean {
  const isOrdered = sort !== 'sale_date' || direction !== 'desc';
  return (
    isNarrowed(filter) ||
    isOrdered ||
    !(isSameRange(filter, EVERY_DAY) || isSameRange(filter, thisMonth(today)))
  );
}

interface RangeShortcut extends DateRange {
  id: string;
  label: string;
}

/**
 * The common ranges, relative to a day.
 * @param today calendar day, YYYY-MM-DD: the server's, which also decides what is pending
 */
export function rangeShortcuts(today: string): readonly RangeShortcut[] {
  const [year = 0, month = 0, day = 0] = today.split('-').map(Number);
  const lastMonth = { from: dayAt(year, month - 1, 1), to: dayAt(year, month, 0) };
  const first = quarterMonth(month);
  const lastQuarter = { from: dayAt(year, first - 3, 1), to: dayAt(year, first, 0) };
  const last90Days = { from: dayAt(year, month, day - 89), to: today };
  return [
    { id: 'this-month', label: 'This month', ...thisMonth(today) },
    { id: 'last-month', label: 'Last month', ...lastMonth },
    { id: 'this-quarter', label: 'This quarter', from: dayAt(year, first, 1), to: today },
    { id: 'last-quarter', label: 'Last quarter', ...lastQuarter },
    { id: 'last-90-days', label: 'Last 90 days', ...last90Days },
    { id: 'this-year', label: 'This year', from: dayAt(year, 1, 1), to: today },
    { id: 'all', label: 'All time', ...EVERY_DAY },
  ];
}

/** The first month of a month's quarter. @param month 1 is January */
export function quarterMonth(month: number): number {
  return month - ((month - 1) % 3);
}

export function shortcutOf(range: DateRange, today: string): RangeShortcut | undefined {
  return rangeShortcuts(today).find((shortcut) => isSameRange(shortcut, range));
}

/** The name of a range. @example rangeName({ from: '2026-11-03', to: null }, today) // 'Since Nov 3, 2026' */
export function rangeName(range: DateRange, today: string): string {
  return shortcutOf(range, today)?.label ?? rangeDays(range);
}

/** The days of a range. '' for all days. */
export function rangeDays({ from, to }: DateRange): string {
  if (from !== null && to !== null) return `${formatDay(from)} to ${formatDay(to)}`;
  if (from !== null) return `Since ${formatDay(from)}`;
  return to === null ? '' : `Until ${formatDay(to)}`;
}

/** A day or month outside its limits moves to the next or previous month or year. @param month 1 is January */
function dayAt(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
}
