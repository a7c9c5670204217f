// @vitest-environment happy-dom

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { failsWith } from '../../testing/fake-host.tsx';
import { press, untilText } from '../../testing/mount.tsx';
import { type Handlers, RoutedHost } from '../../testing/routed-host.tsx';
import { allSales } from './api.ts';
import { SALE_COLUMNS } from './list.tsx';
import { EVERYTHING, saleRow, tablePage } from './sales-fixtures.ts';
import { SalesExportButton } from './sales-list.tsx';

let host: RoutedHost;
const files: Blob[] = [];
const names: string[] = [];

beforeEach(() => {
  files.length = 0;
  names.length = 0;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob);
    return 'blob:portal';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download);
  });
});
afterEach(() => vi.restoreAllMocks());

async function open(get_sales_table: Handlers[string]): Promise<HTMLElement> {
  host = new RoutedHost({ get_sales_table });
  const { container } = await host.mount(
    <SalesExportButton
      columns={SALE_COLUMNS}
      pages={allSales}
      view={{
        ...EVERYTHING,
        filter: { ...EVERYTHING.filter, search: 'acme', from: '2026-01-01', to: '2026-03-31' },
      }}
      allCount={2}
    />,
  );
  return container;
}

test('the export writes all filtered pages to one file, named for its days, with a byte order mark', async () => {
  const pages = [tablePage([saleRow(1)], 'more'), tablePage([saleRow(2)])];
  const button = await open(() => pages.shift());
  await press(button, 'Export CSV');
  await untilText(button, 'Exported: The file holds 2 sales.');
  expect(host.bodies('get_sales_table')).toMatchObject([
    { filter: { search: 'acme' }, page_size: 1000 },
    { filter: { search: 'acme' }, after: 'more' },
  ]);
  expect(names).toEqual(['sales-2026-01-01-to-2026-03-31.csv']);
  const bytes = new Uint8Array((await files[0]?.arrayBuffer()) ?? new ArrayBuffer(0));
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(new TextDecoder().decode(bytes).trimEnd().split('\r\n')).toHaveLength(3);
});

test('the export shows its progress, and cancelling it leaves no file', async () => {
  let isFirst = true;
  const button = await open(() => {
    if (!isFirst) return new Promise(() => {});
    isFirst = false;
    return tablePage([saleRow(1)], 'more');
  });
  await press(button, 'Export CSV');
  await untilText(button, '1 of 2 exported');
  await press(button, 'Cancel export');
  await untilText(button, 'Export CSV');
  expect(files).toEqual([]);
});

test('a failed export says that no file was written, and can be started again', async () => {
  const button = await open(failsWith('unavailable'));
  await press(button, 'Export CSV');
  await untilText(button, 'Failed to export sales: No file was written.');
  expect(files).toEqual([]);
  await untilText(button, 'Export CSV');
});
