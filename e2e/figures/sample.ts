import type { CommissionGroup } from '@corvane/shared/contracts/backend/sales/sales-filter';
import {
  daysAgo,
  makeSales,
  matches,
  type SampleCustomer,
  type SampleSale,
  seededRandom,
  today,
} from '../../supabase/tests/fixtures/sales-sample.ts';

export interface FigureSale extends SampleSale {
  /** UTC ISO 8601, null while active. */
  cancelled_at: string | null;
}

type Random = (below: number) => number;

/**
 * More products than the chart draws. Some would run in a spreadsheet, break out of a cell, or contain a plan's name.
 */
const PRODUCTS = [
  'Plain "quoted"; with, commas',
  '=SUM(H2:H99)',
  '+1 seat',
  '-20% renewal',
  '@home',
  'Épices 漢字 🚀',
  'Moonshot (annual)',
  'Two; lines',
  "o'Neil\\_100%",
  'Tabbed, twice',
  // The longest allowed name, and a name without a place to break.
  'As many words as a hundred characters have any room for, so that it takes several lines in the chart',
  'Enterprise_Data_Package_With_Everything_In_It',
] as const;

const NAMES = [
  '=HYPERLINK("x")',
  '-Ana, Bo',
  '+49 "Cy"',
  '@Dee; E',
  'Zoë; Fox',
  '',
  'Łuk 株式会社',
  '-G',
  'Plain Name',
];
const COMPANIES = ['Hart, Well & "Sons"', '', '=1+1', '北 GmbH', '-', "'quoted", '@at', '+plus'];

/** Four kinds of samples. They are the same in every run, except for their ids. */
const SAMPLES = {
  /** A mixture of all kinds, from cents to 9 digits of dollars. */
  mixed: (random: Random) => dressed(makeSales(75, random), random),

  /** More sales than one export request returns. Sums are far beyond 2^31, and beyond 10^13 cents. */
  large: (random: Random) =>
    dressed(makeSales(1_040, random), random).map((sale, index) => ({
      ...sale,
      sale_amount: index % 9 === 0 ? 99_999_999_999 : 100_000_000 + random(99_899_999_999),
      commission: (random(12) === 0 ? -1 : 1) * random(9_999_999_999) || 0,
    })),

  /**
   * Clawbacks, zeros and cancelled sales outweigh the rest. The amounts are small enough for every bar to be visible.
   */
  takenBack: (random: Random) =>
    dressed(makeSales(64, random), random).map((sale) => ({
      ...sale,
      sale_amount: (random(3) === 0 ? 1 : -1) * random(900_000) * Math.min(1, random(4)) || 0,
      commission: (random(3) === 0 ? 1 : -1) * random(90_000) * Math.min(1, random(4)) || 0,
      ...(random(2) === 0 ? {} : cancelled(random)),
    })),
} as const satisfies Record<string, (random: Random) => FigureSale[]>;
type SampleName = keyof typeof SAMPLES;

/** The query of the page's address. Without dates it means all days. */
export interface FiguresView {
  /** The view of an address without dates. */
  isThisMonth?: boolean;
  from?: string;
  to?: string;
  products?: readonly string[];
  billing?: 'monthly' | 'annual';
  status?: 'active' | 'cancelled';
  commission?: CommissionGroup;
  search?: string;
  sort?: 'sale_date' | 'amount' | 'commission';
  order?: 'asc' | 'desc';
}

/** Chosen for their effect on a sample, and for the four steps of the chart over time. */
const CHOSEN_VIEWS: Record<SampleName, readonly FiguresView[]> = {
  mixed: [
    {},
    { isThisMonth: true },
    { commission: 'pending' },
    { commission: 'clawback', status: 'active', search: '=' },
    { search: 'nobody at all' },
    { status: 'cancelled', sort: 'commission' },
    { products: PRODUCTS.filter((_, index) => index % 2 === 1) },
    { from: daysAgo(40), billing: 'annual' },
  ],
  large: [{}, { from: daysAgo(150), status: 'active', sort: 'amount' }, { search: '+', order: 'asc' }],
  takenBack: [
    {},
    { from: daysAgo(44), to: daysAgo(1) },
    { from: '2009-03-05', status: 'cancelled' },
    { search: '=', sort: 'commission', order: 'asc' },
    { status: 'active', sort: 'amount', order: 'asc' },
    { from: daysAgo(1), to: daysAgo(2) },
    { products: ['Two; lines'] },
    { products: PRODUCTS.slice(-3) },
  ],
};

const RANDOM_VIEWS = 2;

export function makeCase(name: SampleName, seed: number): { sales: FigureSale[]; views: FiguresView[] } {
  const random = seededRandom(seed);
  const sales = SAMPLES[name](random);
  const views = Array.from({ length: RANDOM_VIEWS }, () => randomView(random));
  return { sales, views: [...CHOSEN_VIEWS[name], ...views] };
}

export function addressOf(view: FiguresView): string {
  const { isThisMonth = false, products = [], billing, search, ...rest } = view;
  const isOpen = rest.from === undefined && rest.to === undefined && !isThisMonth;
  const parameters = new URLSearchParams({
    tab: 'commissions',
    ...(isOpen ? { range: 'all' } : {}),
    ...rest,
    ...(billing === undefined ? {} : { frequency: billing }),
    ...(search === undefined ? {} : { q: search }),
  });
  for (const product of products) parameters.append('product', product);
  return `/sales-portal?${parameters}`;
}

/** The days of a view. */
export function daysOf({ isThisMonth, from, to }: FiguresView): Pick<FiguresView, 'from' | 'to'> {
  return isThisMonth ? { from: `${today.slice(0, 7)}-01`, to: today } : { from, to };
}

/** The sales that a view shows, in its order. */
export function salesOf(sales: readonly FigureSale[], view: FiguresView): FigureSale[] {
  const { products, billing, status, commission, search, sort = 'sale_date', order = 'desc' } = view;
  const filter = {
    ...daysOf(view),
    products: products === undefined ? null : [...products],
    billing_frequencies: billing === undefined ? null : [billing],
    statuses: status === undefined ? null : [status],
    commission_groups: commission === undefined ? null : [commission],
    search,
  };
  const way = order === 'asc' ? 1 : -1;
  const keyOf = (sale: FigureSale) =>
    ({ sale_date: 0, amount: sale.sale_amount, commission: sale.commission })[sort];
  return sales
    .filter((sale) => matches(sale, filter))
    .sort(
      (a, b) => way * (keyOf(a) - keyOf(b) || (`${a.sale_date} ${a.id}` < `${b.sale_date} ${b.id}` ? -1 : 1)),
    );
}

function randomView(random: Random): FiguresView {
  const from = random(3) === 0 ? {} : { from: daysAgo(random(700)) };
  return {
    ...from,
    ...(random(3) === 0 ? { to: daysAgo(random(90)) } : {}),
    ...(random(2) === 0 ? { products: PRODUCTS.filter(() => random(2) === 0) } : {}),
    ...(random(4) === 0 ? { billing: 'monthly' } : {}),
    ...(random(4) === 0 ? { status: 'active' } : {}),
    ...(random(4) === 0 ? { search: ['@', '"', '-', 'SUM'][random(4)] ?? '' } : {}),
  };
}

/** Gives the sales sample names that a file or a page could handle wrongly. */
function dressed(sales: readonly SampleSale[], random: Random): FigureSale[] {
  const customers = new Map<string, SampleCustomer>();
  const unique = crypto.randomUUID().slice(0, 8);
  const dressedCustomer = (customer: SampleCustomer): SampleCustomer => {
    const index = customers.size;
    const known = customers.get(customer.id) ?? {
      ...customer,
      name: NAMES[index % NAMES.length] ?? '',
      company: COMPANIES[index % COMPANIES.length] ?? '',
      email: `${['=', '+', '', '-', '@'][index % 5]}${index}.${unique}@figures.example`,
    };
    customers.set(customer.id, known);
    return known;
  };
  return sales.map((sale) => ({
    ...sale,
    product_name: PRODUCTS[random(PRODUCTS.length)] ?? '',
    customer: sale.customer && dressedCustomer(sale.customer),
    ...(sale.is_cancelled ? cancelled(random) : { cancelled_at: null }),
  }));
}

/** Late in a UTC day, when the browser's time zone has the next day. */
function cancelled(random: Random) {
  return { is_cancelled: true, cancelled_at: `${daysAgo(random(40))}T23:${10 + random(50)}:00+00:00` };
}
