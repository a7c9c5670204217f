import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { fakeHost } from '../../testing/fake-host.tsx';
import { allSales, salesDashboardQuery, salesPageQuery } from './api.ts';
import { dashboardRow, EVERYTHING, saleId, saleRow, tablePage } from './sales-fixtures.ts';
import { SALES_PAGE_SIZE } from './search.ts';

const NO_FILTER = EVERYTHING.filter;

test('a page is requested with the filter, the order and the cursor of the page before', async () => {
  const host = fakeHost({ get_sales_table: () => tablePage([saleRow(1)], 'next') });
  const filter = { ...NO_FILTER, search: 'acme' };
  const view = { filter, sort: 'amount', direction: 'asc' } as const;
  const page = await new QueryClient().fetchQuery(salesPageQuery(host.services.api, view, 'here'));
  expect(host.calls.map(({ body }) => body)).toEqual([
    {
      filter,
      sort: 'amount',
      direction: 'asc',
      page_size: SALES_PAGE_SIZE,
      after: 'here',
    },
  ]);
  expect(page).toMatchObject({ hasMore: true, nextAfter: 'next', rows: [{ id: saleId(1) }] });
});

test('the dashboard gets the same filter as the table, in any order', async () => {
  const host = fakeHost({ get_sales_dashboard: () => dashboardRow });
  const byAmount = { ...EVERYTHING, sort: 'amount' };
  const options = salesDashboardQuery(host.services.api, byAmount);
  const { totals, pendingDays } = await new QueryClient().fetchQuery(options);
  expect(host.calls).toEqual([{ name: 'get_sales_dashboard', body: { filter: NO_FILTER } }]);
  expect(totals).toMatchObject({ salesCents: 509_500, netSalesCents: 320_000, clawedBackCents: 15_160 });
  expect(pendingDays).toBe(30);
  expect(options.queryKey).toEqual(salesDashboardQuery(host.services.api, EVERYTHING).queryKey);
});

test('an invalid answer is an error, not an empty table', async () => {
  const host = fakeHost({ get_sales_table: () => ({ rows: [{ id: 'x' }], hasMore: false }) });
  await expect(
    new QueryClient().fetchQuery(salesPageQuery(host.services.api, EVERYTHING, null)),
  ).rejects.toThrow();
});

test('the export reads every page, a thousand sales at a time', async () => {
  const answers = [tablePage([saleRow(1), saleRow(2)], 'second'), tablePage([saleRow(3)])];
  const host = fakeHost({ get_sales_table: () => answers.shift() });
  const ids: string[] = [];
  for await (const rows of allSales(host.services.api, EVERYTHING, new AbortController().signal)) {
    ids.push(...rows.map(({ id }) => id));
  }
  expect(ids).toEqual([saleId(1), saleId(2), saleId(3)]);
  expect(host.calls.map(({ body }) => body)).toMatchObject([
    { page_size: 1000, after: null },
    { page_size: 1000, after: 'second' },
  ]);
});
