// @vitest-environment happy-dom

import { expect, test } from 'vitest';
import { failsWith } from '../../testing/fake-host.tsx';
import { press, untilText } from '../../testing/mount.tsx';
import { type Handlers, RoutedHost } from '../../testing/routed-host.tsx';
import SaleExplanationDialog, { SoldProduct } from './details.tsx';
import { saleId, saleRow } from './sales-fixtures.ts';

let host: RoutedHost;

async function open(handlers: Handlers): Promise<HTMLElement> {
  host = new RoutedHost(handlers);
  return (await host.mount(<SoldProduct name="Moonshot" />)).container;
}

const MOONSHOT: Handlers = {
  get_product_description: () => [{ description: 'For teams <b>with</b> a target.' }],
  get_product_features: () => [
    { feature_name: 'Data Enrichments', limit_value: '10' },
    { feature_name: 'Support', limit_value: 'Premium' },
  ],
};

test('a sold product is shown with its description and features', async () => {
  const page = await open(MOONSHOT);
  await untilText(page, 'For teams <b>with</b> a target.');
  const features = [...page.querySelectorAll('dl > div')].map(({ textContent }) => textContent);
  expect(features).toEqual(['Data Enrichments10', 'SupportPremium']);
  expect(host.calls.map(({ body }) => body)).toEqual([
    { product_name_param: 'Moonshot' },
    { product_name_param: 'Moonshot' },
  ]);
});

test('the page shows that the product is loading', async () => {
  const page = await open({ ...MOONSHOT, get_product_features: () => new Promise(() => {}) });
  expect(page.querySelector('[aria-busy] [role=status]')?.textContent).toBe('Loading the product');
});

test('after a failed load, a retry loads the product', async () => {
  let features: () => unknown = failsWith('internal');
  const page = await open({ ...MOONSHOT, get_product_features: () => features() });
  await untilText(page, 'Failed to load the product.');
  features = () => [];
  await press(page, 'Try again');
  await untilText(page, 'For teams');
});

test('a product that is no plan today shows a message', async () => {
  const page = await open({ get_product_description: () => [], get_product_features: () => [] });
  await untilText(page, 'There is no plan of this name today.');
});

test('a sale says in which figures it counts, how much, and why not in others', async () => {
  const figures = [
    { figure: 'pending_cents', counts: true, adds: 25_600, reason: 'within_pending' },
    { figure: 'earned_cents', counts: false, adds: 0, reason: 'within_pending' },
  ];
  const explanation = {
    ...{ rate: 0.08, commissionGroup: 'pending', pendingDays: 30, pendingUntil: '2026-12-20' },
    rule: { basisPoints: 1_000, validFrom: '2026-11-01', expectedCents: 32_000 },
  };
  host = new RoutedHost({
    ...MOONSHOT,
    get_sale_explanation: () => ({ sale: saleRow(1), ...explanation, figures }),
  });
  await host.mount(<SaleExplanationDialog saleId={saleId(1)} onSale={() => {}} onClose={() => {}} />);
  await untilText(document.body, 'What this sale adds');
  await untilText(document.body, 'The rate for it is 10% since Nov 1, 2026, which gives $320.00.');
  const rows = [...document.querySelectorAll('tbody tr')].map(({ textContent }) => textContent);
  expect(rows).toEqual([
    expect.stringMatching(/[^:]the sale is younger than 30 days\$256\.00$/),
    expect.stringMatching(/Not counted: only for sales at least 30 days old—$/),
  ]);
});
