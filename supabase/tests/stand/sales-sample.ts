import {
  COMMISSION_GROUPS,
  type CommissionGroup,
  type SalesFilter,
} from '../../../shared/src/contracts/backend/sales/sales-filter.ts';
import { COMMISSION_PENDING_DAYS } from '../../../shared/src/contracts/backend/terms.ts';
import type { TestBackend } from './start-test-backend.ts';

/** Numbers that look random and are the same in every run. @returns 0 up to, but not including, `below` */
export function seededRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

export interface SampleSale {
  id: string;
  sale_date: string;
  product_name: string;
  billing_frequency: 'monthly' | 'annual';
  sale_amount: number;
  commission: number;
  is_cancelled: boolean;
  customer: SampleCustomer | null;
}

export interface SampleCustomer {
  id: string;
  name: string;
  email: string;
  company: string;
  /** Another representative's: on the sale, but not to be seen. */
  isHidden: boolean;
}

/** First letters differ, so that every collation puts them in the same order. The rest tries to break out of quotes. */
const PRODUCTS = [
  "alpha o'neil",
  'beta 100%',
  'gamma_$1',
  'delta "x" \\',
  "epsilon'); drop table public.sales_records; --",
];
const COMPANIES = ['Hartwell', 'north_pine', "O'Brien & Sons", '100% Data', ''];

export const today = new Date().toISOString().slice(0, 10);

/** @returns the calendar day that many days before today */
export function daysAgo(days: number): string {
  return new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10);
}

interface SampleRep {
  repId: string;
  sessionId: string;
  token: string;
}

/** A representative with a live session. */
export async function addRep(api: TestBackend, name: string): Promise<SampleRep> {
  const [rep] = await api.sql<{ id: string }>(
    `insert into public.sales_representatives (name, email) values ($1, lower($1) || '@sample.example') returning id`,
    [name],
  );
  const repId = rep?.id ?? '';
  const [session] = await api.sql<{ id: string }>(
    `insert into public.sales_sessions (sales_rep_id, refresh_hash) values ($1, encode(sha256($2::text::bytea), 'hex'))
     returning id`,
    [repId, crypto.randomUUID()],
  );
  const sessionId = session?.id ?? '';
  return { repId, sessionId, token: await api.signToken({ sub: repId, session_id: sessionId }) };
}

/**
 * Random sales of a representative: cancelled ones, zeros, clawbacks, 9 digits of dollars, other representatives'
 * customers.
 */
export function makeSales(count: number, random: (below: number) => number): SampleSale[] {
  const customers: SampleCustomer[] = Array.from({ length: 14 }, (_, n) => {
    const letter = String.fromCharCode(97 + ((n * 5) % 26));
    return {
      id: crypto.randomUUID(),
      // If the name is empty, the address replaces it.
      name: n % 6 === 5 ? '' : `${n % 2 ? letter : letter.toUpperCase()}na Customer`,
      email: `${letter}.${n}@sample.example`,
      company: COMPANIES[n % COMPANIES.length] ?? '',
      isHidden: n % 7 === 6,
    };
  });
  const amount = (): number => {
    const size = [0, 5_000_000, 5_000_000, 100_000, 99_999_999_999][random(5)] ?? 0;
    return (random(5) === 0 ? -1 : 1) * random(size + 1) || 0;
  };
  return Array.from({ length: count }, () => ({
    id: crypto.randomUUID(),
    sale_date: daysAgo(random(2) === 0 ? random(60) - 5 : random(1_000)),
    product_name: PRODUCTS[random(PRODUCTS.length)] ?? '',
    billing_frequency: random(3) === 0 ? 'annual' : 'monthly',
    sale_amount: random(9) === 0 ? 320_000 : amount(),
    commission: random(9) === 0 ? 25_600 : amount(),
    is_cancelled: random(5) === 0,
    customer: random(8) === 0 ? null : (customers[random(customers.length)] ?? null),
  }));
}

/** Writes them. Hidden customers go to another representative. */
export async function insertSales(
  api: TestBackend,
  repId: string,
  otherRepId: string,
  sales: readonly SampleSale[],
) {
  const customers = [
    ...new Map(
      sales.flatMap(({ customer }) => (customer ? [[customer.id, customer] as const] : [])),
    ).values(),
  ];
  await api.sql(
    `insert into public.qualified_leads (id, email, name, company, qualified_by)
     select l.id, l.email, l.name, l.company, case when l.hidden then $2::uuid else $3::uuid end
     from jsonb_to_recordset($1::jsonb) as l (id uuid, email text, name text, company text, hidden boolean)`,
    [
      JSON.stringify(customers.map((customer) => ({ ...customer, hidden: customer.isHidden }))),
      otherRepId,
      repId,
    ],
  );
  await api.sql(
    `insert into public.sales_records (
       id, sales_rep_id, sale_date, qualified_lead_id, product_name, billing_frequency, sale_amount, commission,
       is_cancelled, cancelled_at
     )
     select s.id, $2, s.sale_date, s.lead_id, s.product_name, s.billing_frequency, s.sale_amount, s.commission,
       s.is_cancelled, case when s.is_cancelled then now() end
     from jsonb_to_recordset($1::jsonb) as s (
       id uuid, sale_date date, lead_id uuid, product_name text, billing_frequency text, sale_amount bigint,
       commission bigint, is_cancelled boolean
     )`,
    [
      JSON.stringify(sales.map(({ customer, ...sale }) => ({ ...sale, lead_id: customer?.id ?? null }))),
      repId,
    ],
  );
}

export function makeFilter(random: (below: number) => number): SalesFilter {
  const pick = <T>(values: readonly T[]) => values.filter(() => random(2) === 0);
  const searches = [
    'customer',
    'NA C',
    '%',
    '_',
    "o'",
    "'",
    '\\',
    'a.0@',
    'gamma',
    'BETA',
    '--',
    '$1',
    'nobody at all',
  ];
  return {
    ...(random(2) === 0 ? { from: daysAgo(random(900)) } : {}),
    ...(random(3) === 0 ? { to: daysAgo(random(400)) } : {}),
    ...(random(3) === 0 ? { products: pick([...PRODUCTS, 'no such product']) } : {}),
    ...(random(4) === 0 ? { billing_frequencies: pick(['monthly', 'annual'] as const) } : {}),
    ...(random(4) === 0 ? { statuses: pick(['active', 'cancelled'] as const) } : {}),
    ...(random(4) === 0 ? { commission_groups: pick(COMMISSION_GROUPS) } : {}),
    ...(random(3) === 0 ? { search: searches[random(searches.length)] } : {}),
  };
}

/** What a sale's commission counts as, said a second time. */
export function groupOf(
  sale: Pick<SampleSale, 'is_cancelled' | 'commission' | 'sale_date'>,
): CommissionGroup {
  if (sale.is_cancelled) return 'cancelled';
  if (sale.commission < 0) return 'clawback';
  return sale.sale_date > daysAgo(COMMISSION_PENDING_DAYS) ? 'pending' : 'earned';
}

/** Hyphens are spaces, apostrophes nothing. */
function folded(text: string): string {
  return text.toLowerCase().replaceAll("'", '').replaceAll('-', ' ').replace(/ +/g, ' ').trim();
}

/** The same by hand: a second, independent definition of a filter. */
export function matches(sale: SampleSale, filter: SalesFilter): boolean {
  const within = <T>(list: readonly T[] | null | undefined, value: T) =>
    !list?.length || list.includes(value);
  const search = (filter.search ?? '').trim();
  // Of hyphens and apostrophes alone, nothing is left, and nothing is found.
  const term = folded(search) || search;
  const customer = sale.customer?.isHidden ? null : sale.customer;
  const texts = [sale.product_name, ...(customer ? [customer.name, customer.email, customer.company] : [])];
  return (
    sale.sale_date >= (filter.from ?? '') &&
    sale.sale_date <= (filter.to ?? '9999') &&
    within(filter.products, sale.product_name) &&
    within(filter.billing_frequencies, sale.billing_frequency) &&
    within(filter.statuses, sale.is_cancelled ? 'cancelled' : 'active') &&
    within(filter.commission_groups, groupOf(sale)) &&
    (term === '' || texts.some((text) => folded(text).includes(term)))
  );
}
