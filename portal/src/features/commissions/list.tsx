import type {
  SalesSort,
  SalesTableRow,
  SortDirection,
} from '@corvane/shared/contracts/backend/sales/sales-table';
import { formatDay } from '@corvane/shared/lib/dates';
import { formatDollars } from '@corvane/shared/lib/money';
import { optionsOf } from '../../ui/choices/filter-bar.tsx';
import { SignedCents } from '../../ui/facts/signed-cents.tsx';
import { type Column, LOOK, RowName, type TableLook } from '../../ui/tables/data-table.tsx';
import { csvOf } from '../../ui/tables/export-button.tsx';
import {
  BILLING_LABELS,
  COMMISSION_WORDS,
  customerOfSale,
  PLAN_COUNT,
  planOfProduct,
  STATUS_LABELS,
} from './words.ts';

/**
 * The sales. On a phone a grid places the seven cells in two columns: customer and amount first, product and date
 * below. With large letters there is room for one column alone.
 */
export const SALE_COLUMNS: readonly Column<SalesTableRow, SalesSort>[] = [
  {
    id: 'product',
    head: 'Product',
    sort: 'product',
    className: 'col-span-3 col-start-1 row-start-2',
    cell: ({ productName }) => <ProductBadge productName={productName} />,
    csv: [['Product', ({ productName }) => productName]],
  },
  {
    id: 'customer',
    head: 'Customer',
    sort: 'customer',
    opens: true,
    cell: (sale) => {
      const { name, detail } = customerOfSale(sale);
      return <RowName detail={detail}>{name}</RowName>;
    },
    csv: [
      ['Customer', (sale) => customerOfSale(sale).name],
      ['Email', ({ customer }) => customer?.email ?? ''],
      ['Company', ({ customer }) => customer?.company ?? ''],
    ],
  },
  {
    id: 'billing',
    head: 'Billing',
    className: 'col-start-3 row-start-4 text-right md:text-left print:text-left',
    cell: ({ billingFrequency }) => <span>{BILLING_LABELS[billingFrequency]}</span>,
    csv: [['Billing frequency', ({ billingFrequency }) => billingFrequency]],
  },
  {
    id: 'amount',
    head: 'Amount',
    sort: 'amount',
    align: 'right',
    className: 'col-start-3 row-start-1 font-medium',
    cell: ({ amountCents }) => <SignedCents cents={amountCents} />,
    csv: [['Amount (USD)', ({ amountCents }) => formatDollars(amountCents), 'exact']],
  },
  {
    id: 'commission',
    head: 'Commission',
    sort: 'commission',
    phoneLabel: 'Commission',
    align: 'right',
    className: 'col-span-2 col-start-2 row-start-3',
    cell: ({ commissionCents }) => <SignedCents cents={commissionCents} />,
    csv: [['Commission (USD)', ({ commissionCents }) => formatDollars(commissionCents), 'exact']],
  },
  {
    id: 'date',
    head: 'Date',
    sort: 'sale_date',
    className: 'tabular col-start-1 row-start-3 whitespace-nowrap',
    cell: ({ saleDate }) => <time dateTime={saleDate}>{formatDay(saleDate)}</time>,
    csv: [
      ['Sale ID', ({ id }) => id],
      ['Date', ({ saleDate }) => saleDate],
    ],
  },
  {
    id: 'status',
    head: 'Status',
    sort: 'status',
    className: 'col-span-2 col-start-1 row-start-4',
    cell: (sale) => <SaleStatus sale={sale} />,
    csv: [
      ['Status', ({ isCancelled }) => STATUS_LABELS[isCancelled ? 'cancelled' : 'active']],
      ['Cancelled on', ({ cancelledAt }) => cancelledAt?.slice(0, 10) ?? ''],
      ['Commission counts as', ({ commissionGroup }) => COMMISSION_WORDS[commissionGroup].label],
    ],
  },
];

/** The file of a list of sales. */
export const salesCsv = (columns: typeof SALE_COLUMNS) => csvOf(columns, ['date']);

/** Below 768 px the column headers are only for screen readers, and each row labels its own figures. */
export const SALES_LOOK: TableLook = {
  table: 'block w-full border-collapse text-sm md:table md:text-[0.8125rem] lg:text-sm',
  heads: 'max-md:hidden',
  head: 'h-10 whitespace-nowrap text-muted first:pl-2 last:pr-2',
  plainHead: 'px-2 lg:px-3',
  body: 'block md:table-row-group',
  row: 'max-md:when-near max-md:[contain-intrinsic-height:auto_12rem] grid cursor-pointer grid-cols-[auto_minmax(0,1fr)_auto] gap-x-4 gap-y-1 border-b border-line px-4 py-3 last:border-b-0 max-[17rem]:flex max-[17rem]:flex-col md:table-row md:h-11 md:hover:bg-paper max-md:outline-focus max-md:-outline-offset-2 max-md:has-[[data-row-opener]:focus-visible]:outline-2 md:has-[[data-row-opener]:focus-visible]:bg-paper',
  cell: 'md:px-2 md:align-middle md:first:pl-4 md:last:pr-4 lg:px-3',
  naming: 'col-span-2 col-start-1 row-start-1 max-[17rem]:-order-1 md:max-lg:w-full',
  opener:
    'flex w-full cursor-pointer flex-col justify-center rounded-control text-left max-md:-my-3 max-md:py-3 max-md:focus-visible:outline-none md:min-h-10 md:outline-offset-0',
  phoneLabel: 'md:hidden',
};

/** The orders in words, for phones without column headers. */
const SORT_WORDS: Readonly<Record<SortChoice, string>> = {
  'sale_date desc': 'Newest first',
  'sale_date asc': 'Oldest first',
  'amount desc': 'Largest amount first',
  'amount asc': 'Smallest amount first',
  'commission desc': 'Largest commission first',
  'commission asc': 'Smallest commission first',
  'customer asc': 'Customer, A to Z',
  'customer desc': 'Customer, Z to A',
  'product asc': 'Product, A to Z',
  'product desc': 'Product, Z to A',
  'status asc': 'Active first',
  'status desc': 'Cancelled first',
};
export const SORT_CHOICES = optionsOf(SORT_WORDS);

type SortChoice = `${SalesSort} ${SortDirection}`;

/** @example sortOfChoice('amount asc') // ['amount', 'asc'] */
export function sortOfChoice(choice: SortChoice) {
  return choice.split(' ') as [SalesSort, SortDirection];
}

/** The plan's name, with rising bars that show its position among the plans. Other products show only their name. */
function ProductBadge({ productName }: { productName: string }) {
  const { label, rank } = planOfProduct(productName);
  return (
    <span
      title={label === productName ? undefined : productName}
      className="inline-flex items-center gap-2 rounded-control border border-line bg-paper px-2 py-0.5 leading-5 font-medium"
    >
      {rank === null ? null : <RankMark rank={rank} />}
      <span className={rank === null ? 'wrap-break-word' : 'whitespace-nowrap'}>{label}</span>
    </span>
  );
}

function RankMark({ rank }: { rank: number }) {
  const bars = Array.from({ length: PLAN_COUNT }, (_, index) => index + 1);
  return (
    <svg aria-hidden="true" viewBox="0 0 15 12" className="h-3 w-[15px] shrink-0 text-teal md:max-lg:hidden">
      {bars.map((bar) => (
        <rect
          key={bar}
          x={(bar - 1) * 4}
          y={12 - bar * 3}
          width="3"
          height={bar * 3}
          fill="currentColor"
          opacity={bar <= rank ? 1 : 0.2}
        />
      ))}
    </svg>
  );
}

/** Word and shape show the status, not only the color. */
function SaleStatus({ sale }: { sale: Pick<SalesTableRow, 'isCancelled' | 'cancelledAt'> }) {
  if (!sale.isCancelled) {
    return (
      <span key="active" className="inline-flex items-center gap-2 font-medium text-success">
        <span aria-hidden="true" className="size-2 rounded-full bg-current" />
        Active
      </span>
    );
  }
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <span className="inline-flex items-center gap-2 font-medium text-danger">
        <span aria-hidden="true" className="h-0.5 w-2 bg-current" />
        Cancelled
      </span>
      {sale.cancelledAt === null ? null : (
        <time dateTime={sale.cancelledAt} className="tabular whitespace-nowrap text-muted">
          {formatDay(sale.cancelledAt)}
        </time>
      )}
    </span>
  );
}

/** A table of figures. As a card, a row has a line for each figure. */
export const FIGURES_LOOK: TableLook = {
  ...LOOK,
  cell: 'max-lg:col-span-2 max-lg:flex max-lg:max-w-80 max-lg:flex-wrap max-lg:justify-between max-lg:gap-x-4 lg:px-3 lg:align-middle lg:first:pl-4 lg:last:pr-4',
};
