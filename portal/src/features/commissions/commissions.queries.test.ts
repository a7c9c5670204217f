import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { fakeHost } from '../../testing/fake-host.tsx';
import {
  commissionsKeys,
  cursorAfter,
  SALES_PAGE_SIZE,
  salesPagesQuery,
  salesSummaryQuery,
} from './commissions.queries.ts';
import { saleRow, summaryRow } from './sales-fixtures.ts';

test('no key of one rep is a key of another', () => {
  expect(commissionsKeys.summary('a')).not.toEqual(commissionsKeys.summary('b'));
  expect(commissionsKeys.salesPages('a')).not.toEqual(commissionsKeys.salesPages('b'));
});

test('every key begins with the one that forgets all of a rep', () => {
  const all = commissionsKeys.all('a');
  expect(commissionsKeys.summary('a').slice(0, all.length)).toEqual(all);
  expect(commissionsKeys.salesPages('a').slice(0, all.length)).toEqual(all);
});

test('the first page is asked for from nowhere, the next from the last row of the one before', async () => {
  const pages = [
    { rows: [saleRow(1), saleRow(2, { sale_date: '2026-03-09' })], has_more: true },
    { rows: [saleRow(3)], has_more: false },
  ];
  const host = fakeHost({ get_sales_page: () => pages.shift() });
  const answer = await new QueryClient().fetchInfiniteQuery({
    ...salesPagesQuery(host.services.api, 'a'),
    pages: 2,
  });
  expect(host.calls.map(({ body }) => body)).toEqual([
    { page_size: SALES_PAGE_SIZE, after_sale_date: null, after_id: null },
    { page_size: SALES_PAGE_SIZE, after_sale_date: '2026-03-09', after_id: saleRow(2).id },
  ]);
  expect(answer.pages.flatMap(({ rows }) => rows.map(({ id }) => id))).toEqual(
    [1, 2, 3].map((n) => saleRow(n).id),
  );
});

test('there is no page after the last one, nor after one that came empty', () => {
  expect(cursorAfter({ rows: [], hasMore: true })).toBeUndefined();
  expect(cursorAfter({ rows: [], hasMore: false })).toBeUndefined();
});

test('the summary arrives in cents and counts', async () => {
  const host = fakeHost({ get_sales_summary: () => summaryRow });
  const summary = await new QueryClient().fetchQuery(salesSummaryQuery(host.services.api, 'a'));
  expect(summary).toEqual({
    totalSalesCents: 509_500,
    netSalesCents: 320_000,
    activeSubscriptions: 1,
    salesCount: 2,
  });
});

test('an answer that makes no sense is an error, not an empty table', async () => {
  const host = fakeHost({ get_sales_page: () => ({ rows: [{ id: 'x' }], has_more: false }) });
  await expect(
    new QueryClient().fetchInfiniteQuery(salesPagesQuery(host.services.api, 'a')),
  ).rejects.toThrow();
});
