import {
  SALE_FIGURES,
  saleExplanationSchema,
} from '@corvane/shared/contracts/backend/sales/sale-explanation';
import { expect, test } from 'vitest';
import { saleRow } from './sales-fixtures.ts';
import {
  addsWords,
  customerOfSale,
  groupWords,
  planOfProduct,
  rateWords,
  reasonWords,
  ruleWords,
} from './words.ts';

test('a sale without a customer shows an unknown customer', () => {
  expect(customerOfSale({ customer: null })).toEqual({ name: 'Unknown Customer', detail: '' });
});

/** Regression: two customers of one name and company looked the same. */
test('a customer is shown with company and address', () => {
  const customer = { id: 'c', name: 'Ana Diaz', email: 'ana@acme.example', company: 'Acme' };
  expect(customerOfSale({ customer })).toEqual({ name: 'Ana Diaz', detail: 'Acme · ana@acme.example' });
  expect(customerOfSale({ customer: { ...customer, name: '' } })).toEqual({
    name: 'ana@acme.example',
    detail: 'Acme',
  });
});

test('the address replaces a missing name or company', () => {
  const customer = { id: 'c', name: 'Ana Diaz', email: 'ana@acme.example', company: '' };
  expect(customerOfSale({ customer })).toEqual({ name: 'Ana Diaz', detail: 'ana@acme.example' });
  expect(customerOfSale({ customer: { ...customer, name: '' } })).toEqual({
    name: 'ana@acme.example',
    detail: '',
  });
});

function explained(changes: Parameters<typeof saleRow>[1], rate: number | null) {
  const row = saleRow(1, changes);
  return saleExplanationSchema.parse({
    sale: row,
    rate,
    commissionGroup: row.commissionGroup,
    pendingDays: 30,
    pendingUntil: '2026-12-20',
    figures: SALE_FIGURES.map((figure) => ({ figure, counts: false, adds: 0, reason: 'cancelled' })),
  });
}

test('the rate is a percentage of the amount', () => {
  expect(rateWords(explained({}, 0.08))).toBe('Commission $256.00 is 8% of the amount $3,200.00.');
  expect(rateWords(explained({ amountCents: 0, commissionCents: 0 }, null))).toContain('booked as $0.00');
});

test('the rate that managers set is told with its first day, and what it gives if the commission differs', () => {
  const rule = { basisPoints: 750, validFrom: '2026-11-01', expectedCents: null };
  const told = (changes: object) => ruleWords({ ...explained({}, 0.08), rule: { ...rule, ...changes } });
  expect(ruleWords(explained({}, 0.08))).toBe('');
  expect(told({})).toBe(' The rate for it is 7.5% since Nov 1, 2026.');
  expect(told({ expectedCents: -24_000 })).toBe(
    ' The rate for it is 7.5% since Nov 1, 2026, which gives \u2212$240.00. So the commission differs from it.',
  );
});

test('each group explains the commission', () => {
  expect(groupWords(explained({}, 0.08))).toContain('counts as earned from Dec 20, 2026');
  expect(groupWords(explained({ commissionGroup: 'earned' }, 0.08))).toContain('at least 30 days old');
  const clawback = explained({ commissionGroup: 'clawback' }, 0.08);
  expect(groupWords(clawback)).toBe(
    'The commission is negative: it reverses the commission of another sale. Which one is not known.',
  );
  expect(groupWords({ ...clawback, reverses: { id: clawback.sale.id, saleDate: '2026-09-30' } })).toContain(
    'of another sale. It is probably the sale of Sep 30, 2026.',
  );
  const cancelled = {
    commissionGroup: 'cancelled',
    isCancelled: true,
    cancelledAt: '2026-11-21T10:00:00Z',
  };
  expect(groupWords(explained(cancelled, 0.08))).toBe(
    'The sale was cancelled on Nov 21, 2026, so its commission is taken back.',
  );
});

test.each([
  ['every_sale', true, 'counts every sale'],
  ['not_cancelled', true, 'the sale is not cancelled'],
  ['not_cancelled', false, 'only for cancelled sales, and this one is not'],
  ['cancelled', false, 'the sale is cancelled'],
  ['negative_commission', true, 'the commission is negative'],
  ['negative_commission', false, 'negative commissions are counted apart'],
  ['not_negative_commission', false, 'only for negative commissions, and this one is not'],
  ['older_than_pending', true, 'the sale is at least 30 days old'],
] as const)('the reason %s, counted: %s', (reason, counts, words) => {
  expect(reasonWords(reason, counts, 30)).toBe(words);
});

test('each reason has words for counting and for not counting', () => {
  expect(reasonWords('within_pending', true, 30)).toBe('the sale is younger than 30 days');
  expect(reasonWords('within_pending', false, 30)).toBe('only for sales at least 30 days old');
  expect(reasonWords('older_than_pending', false, 30)).toBe('only for sales younger than 30 days');
  expect(addsWords('active_count', 1)).toBe('1');
  expect(addsWords('clawback_cents', -5000)).toBe('\u2212$50.00');
});

test.each([
  ['Foundation', 'Foundation+', 1],
  ['Accelerate (annual)', 'Accelerate Pro', 2],
  ['Moonshot', 'Moonshot', 3],
  ['Legacy ENTERPRISE 2018', 'Enterprise', 4],
])('%s belongs to the plan %s', (productName, label, rank) => {
  expect(planOfProduct(productName)).toEqual({ label, rank });
});

test('a product that is not a plan keeps its name', () => {
  expect(planOfProduct('Pixel Package')).toEqual({ label: 'Pixel Package', rank: null });
});
